import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useDrawnRows } from "./use-drawn-rows.ts";

type Rows = string | undefined;

interface ListProps {
  readonly rows: Rows;
  readonly atOnce: boolean;
  readonly drawn: Rows[];
}

const List = ({ rows, atOnce, drawn }: ListProps) => {
  drawn.push(useDrawnRows(rows, atOnce));
  return null;
};

/** What is drawn, drawing by drawing, when a list that has some rows gets others. */
const drawnAfter = async (before: Rows, rows: Rows, atOnce: boolean): Promise<Rows[]> => {
  const drawn: Rows[] = [];
  const root = createRoot(document.createElement("div"));
  await act(() => root.render(<List rows={before} atOnce={atOnce} drawn={[]} />));
  await act(() => root.render(<List rows={rows} atOnce={atOnce} drawn={drawn} />));
  await act(() => root.unmount());
  return drawn;
};

test("new rows are drawn one step after what the input changes besides (WORK-021 partly)", async () => {
  expect(await drawnAfter("old", "new", false)).toEqual(["old", "new"]);
});

test("the first rows are drawn at once, and so is a list that is asked to", async () => {
  for (const [before, atOnce] of [
    [undefined, false],
    ["old", true],
  ] as const)
    expect(new Set(await drawnAfter(before, "new", atOnce))).toEqual(new Set(["new"]));
  expect((await drawnAfter("old", undefined, false)).at(-1)).toBeUndefined();
});
