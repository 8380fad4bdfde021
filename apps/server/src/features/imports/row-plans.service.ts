import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import type { CellError, RowCheck, SiteUploadRow } from "@mcc/contract/imports/imports.schema.ts";
import { SITE_COLUMN_KEYS, type SiteCells, type SiteColumnKey } from "@mcc/contract/imports/site-columns.ts";
import { repeatedNames, siteRowRules } from "@mcc/contract/imports/site-rows.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { siteMessages } from "@mcc/contract/sites/sites.messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { pauseForOthers } from "../../platform/pause-for-others.ts";
import type { NamedSite } from "./site-lookups.queries.ts";
import { findLookups, type Lookups } from "./site-lookups.service.ts";

/** What saving a row would do, and what is wrong with it. */
export interface RowPlan {
  readonly row: number | null;
  readonly name: string;
  readonly cells: SiteCells;
  /** The site that is updated; without it, one is created. */
  readonly site: NamedSite | undefined;
  readonly errors: readonly CellError[];
  readonly changes: RowCheck["changes"];
  /** The ids of the records that the row names. */
  readonly ids: { readonly site_type?: number; readonly site_warehouse?: number; readonly node?: number };
  /** The password of the shop user, where one is created with the site. */
  readonly newPassword: string | undefined;
}

/** Cells without the spaces around them; empty ones are left out. */
const cellsOf = (given: SiteUploadRow): SiteCells =>
  Object.fromEntries(
    SITE_COLUMN_KEYS.flatMap((key) => {
      const cell = given[key]?.trim();
      return cell ? [[key, cell]] : [];
    }),
  );

const COMPARED = SITE_COLUMN_KEYS.filter((key) => key !== "password" && key !== "name");

const changesOf = (cells: SiteCells, site: NamedSite | undefined): RowCheck["changes"] => {
  if (!site) return [];
  const changes = COMPARED.flatMap((field) => {
    const [before, after] = [site[field as keyof NamedSite] ?? "", cells[field]];
    const isSame = after === undefined || String(before) === after;
    // Names of records are found in capitals or not.
    const isNamed = field === "site_type" || field === "site_warehouse" || field === "node";
    if (isSame || (isNamed && String(before).toLowerCase() === after.toLowerCase())) return [];
    return [{ field, before: String(before), after }];
  });
  const { name } = cells;
  return name === undefined || name === site.name
    ? changes
    : [{ field: "name", before: site.name, after: name }, ...changes];
};

const shopUserErrors = (
  cells: SiteCells,
  site: NamedSite | undefined,
  shopUser: Lookups["shopUser"],
): CellError[] => {
  const { ecommerce_username: username, password } = cells;
  if (username === undefined) return [];
  const error = (message: string, field: SiteColumnKey = "ecommerce_username") => [{ field, message }];
  if (site) {
    const isKept = site.ecommerce_username.toLowerCase() === username.toLowerCase();
    return isKept ? [] : error(says.shopUserStays);
  }
  const { is_own, is_taken } = shopUser(username);
  if (is_own) return [];
  if (is_taken) return error(siteMessages.usernameTaken);
  return password === undefined ? error(siteMessages.passwordRequired, "password") : [];
};

const namedErrors = (cells: SiteCells, lookups: Lookups, hasHierarchy: boolean): CellError[] => {
  const unknown = {
    site_type: says.unknownType,
    site_warehouse: says.unknownWarehouse,
    node: says.unknownNode,
  };
  return (["site_type", "site_warehouse", "node"] as const).flatMap((field) => {
    const name = cells[field];
    if (name === undefined) return [];
    if (field === "node" && !hasHierarchy) return [{ field, message: siteMessages.noHierarchy }];
    const { count } = lookups.record(field, name);
    if (count === 1) return [];
    return [{ field, message: count === 0 ? unknown[field](name) : says.severalNodes(name) }];
  });
};

/** A site keeps the warehouse that it has. */
const warehouseErrors = (
  { site_warehouse: name }: SiteCells,
  site: NamedSite | undefined,
  { isInactiveWarehouse }: Lookups,
): CellError[] => {
  const isKept = site?.site_warehouse?.toLowerCase() === name?.toLowerCase();
  if (name === undefined || isKept || !isInactiveWarehouse(name)) return [];
  return [{ field: "site_warehouse", message: says.inactiveWarehouse(name) }];
};

/** One error for each cell, the first of them. */
const firstOfEach = (errors: readonly CellError[]): CellError[] =>
  [...new Map(errors.toReversed().map((error) => [error.field, error])).values()].toReversed();

/** Plans the rows of one batch. `repeats` are names of rows that were saved by earlier batches of the same sheet. */
export const planRows = async (
  scope: CompanyScope,
  rows: readonly SiteUploadRow[],
  { isUpsert, earlier = new Set() }: { readonly isUpsert: boolean; readonly earlier?: ReadonlySet<string> },
): Promise<RowPlan[]> => {
  const company = scope.who.company ?? fail("access.denied");
  const rules = siteRowRules(company);
  const drafts = rows.map((given) => ({ given, cells: cellsOf(given) }));
  const lookups = await findLookups(
    scope,
    drafts.map(({ cells }) => cells),
  );
  const repeated = repeatedNames(drafts, ({ cells }) => cells.name ?? "");
  // Sites can share a shop user: the first row that has it creates it.
  const created = new Set<string>();
  const shopUser = (username: string) =>
    created.has(username.toLowerCase()) ? { is_own: true, is_taken: true } : lookups.shopUser(username);
  const planOf = (draft: (typeof drafts)[number]): RowPlan => {
    const { given, cells } = draft;
    const name = cells.name ?? "";
    const existing = lookups.site(name);
    const site = isUpsert ? existing : undefined;
    const first = repeated.get(draft);
    const isRepeated = first !== undefined || earlier.has(name.toLowerCase());
    const nameErrors: CellError[] = [
      ...(isRepeated
        ? [{ field: "name" as const, message: says.twiceInSheet(first?.given.row ?? null) }]
        : []),
      ...(existing && !isUpsert ? [{ field: "name" as const, message: siteMessages.nameTaken }] : []),
    ];
    const errors = firstOfEach([
      ...(given.problems ?? []),
      ...nameErrors,
      ...rules(cells, site ? "update" : "create"),
      ...namedErrors(cells, lookups, company.has_company_hierarchy),
      ...warehouseErrors(cells, site, lookups),
      ...shopUserErrors(cells, site, shopUser),
    ]);
    const { ecommerce_username: username = "" } = cells;
    const needsShopUser = errors.length === 0 && !site && !shopUser(username).is_own;
    if (needsShopUser) created.add(username.toLowerCase());
    return {
      row: given.row ?? null,
      name,
      cells,
      site,
      errors,
      changes: changesOf(cells, site),
      ids: {
        site_type: cells.site_type && lookups.record("site_type", cells.site_type).id,
        site_warehouse: cells.site_warehouse && lookups.record("site_warehouse", cells.site_warehouse).id,
        node: cells.node && lookups.record("node", cells.node).id,
      },
      newPassword: needsShopUser ? cells.password : undefined,
    } as RowPlan;
  };
  const plans: RowPlan[] = [];
  for (const draft of drafts) {
    await pauseForOthers();
    plans.push(planOf(draft));
  }
  return plans;
};

const outcomeOf = ({ errors, site, changes }: RowPlan): RowCheck["outcome"] => {
  if (errors.length > 0) return "error";
  if (!site) return "create";
  return changes.length > 0 ? "update" : "unchanged";
};

/** What saving these rows would do, without saving them. */
export const checkSites = async (
  scope: CompanyScope,
  rows: readonly SiteUploadRow[],
  isUpsert: boolean,
): Promise<{ results: RowCheck[] }> => ({
  results: (await planRows(scope, rows, { isUpsert })).map((plan) => ({
    row: plan.row,
    outcome: outcomeOf(plan),
    errors: [...plan.errors],
    changes: plan.errors.length > 0 ? [] : plan.changes,
  })),
});
