import { schemaMessages } from "../kit/schema-messages.ts";
import { type SiteCompany, sheetCellsOf } from "../sites/site-fields.schema.ts";
import type { CellError } from "./imports.schema.ts";
import type { SiteCells, SiteColumnKey } from "./site-columns.ts";

/** The rules of one company's rows; made once for all of them. */
export const siteRowRules = (company: SiteCompany) => {
  const created = sheetCellsOf(company);
  // An empty cell changes nothing, so that no field is missing.
  const updated = created.partial().required({ name: true });
  return (cells: SiteCells, operation: "create" | "update"): CellError[] => {
    const { success, error } = (operation === "create" ? created : updated).safeParse(cells, {
      error: schemaMessages,
    });
    if (success) return [];
    // The first message of each cell is enough, as under the field of a form.
    const first = new Map<SiteColumnKey, string>();
    for (const { path, message } of error.issues) {
      const field = path[0] as SiteColumnKey;
      if (!first.has(field)) first.set(field, message);
    }
    return [...first].map(([field, message]) => ({ field, message }));
  };
};

/** The first row of each name that a sheet has more than once, by the later rows. */
export const repeatedNames = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<Row, Row> => {
  const firsts = new Map<string, Row>();
  const repeated = new Map<Row, Row>();
  for (const row of rows) {
    const name = nameOf(row).trim().toLowerCase();
    const first = firsts.get(name);
    if (name === "") continue;
    if (first === undefined) firsts.set(name, row);
    else repeated.set(row, first);
  }
  return repeated;
};
