import { CutText } from "@mcc/ui/cut-text.tsx";
import { Tag, type Tone } from "@mcc/ui/tag.tsx";
import type { ReactNode } from "react";
import { formatMoment, formatMoney } from "./format.ts";
import type { TableColumn } from "./resource-table-columns.ts";
import { tableTexts as says } from "./table.texts.ts";

export type CellValue = string | number | null | undefined;
/** The color that goes with each value of a choice. */
export type Tones = Readonly<Record<string, Tone>>;

/** How a value looks, by the kind of its column. */
export const cellOf = (kind: TableColumn["kind"], value: CellValue, tones: Tones = {}): ReactNode => {
  if (value === null || value === undefined || value === "") return says.notAvailable;
  const text = String(value);
  if (kind === "money") return formatMoney(text);
  if (kind === "date") return formatMoment(text);
  if (kind === "number") return Number(value).toLocaleString("en-US");
  if (kind === "choice") return <Tag tone={tones[text]}>{text}</Tag>;
  return <CutText>{text}</CutText>;
};
