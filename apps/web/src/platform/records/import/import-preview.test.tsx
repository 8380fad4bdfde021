import { describe, expect, test } from "vitest";
import { all, eventually, setWidth, texts } from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { ImportPreview } from "./import-preview.tsx";
import type { CheckedRow } from "./import-rows.ts";

type Field = "name" | "region" | "warehouse";
const columns = [
  { key: "name", header: "Name" },
  { key: "region", header: "Region" },
  { key: "warehouse", header: "Warehouse" },
] as const;
const row: CheckedRow<Field> = {
  row: 3,
  cells: { name: "Yard 2", warehouse: "Nowhere" },
  problems: [],
  outcome: "error",
  errors: [
    { field: "region", message: "Region field is required" },
    { field: "warehouse", message: "There is no warehouse called “Nowhere”." },
  ],
  changes: [],
};
const Page = () => (
  <ImportPreview<Field>
    columns={columns}
    mapping={{ name: 0, region: 1, warehouse: 2 }}
    rows={[row]}
    total={1}
    error={undefined}
    retry={() => {}}
  />
);
const REASONS = "ErrorRegion: Region field is requiredWarehouse: There is no warehouse called “Nowhere”.";
const show = () => renderPage(Page, {} as never, () => undefined);

describe("the reasons of a row that fails are beside its name", () => {
  test("in a table, before the columns that may have to be scrolled to (WORK-012 partly)", async () => {
    show();
    await eventually(() => expect(texts("th")).toEqual(["Row", "Name", "Result", "Region", "Warehouse"]));
    expect(texts("tbody td")).toEqual(["3", "Yard 2", REASONS, "empty", "Nowhere"]);
  });

  test("in a card on a phone (WORK-012 partly)", async () => {
    setWidth(390);
    show();
    await eventually(() => expect(all("li")).toHaveLength(1));
    expect(all("li")[0]?.textContent).toContain(`Row 3NameYard 2Result${REASONS}Region`);
  });
});
