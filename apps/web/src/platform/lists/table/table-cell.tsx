import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import type { ReactNode } from "react";
import { formatMoment, formatMoney } from "../../page/format.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "./table-cell.module.css";

export type CellValue = string | number | null | undefined;
/** The tone of each value of a choice. */
export type Tones = Readonly<Record<string, Tone>>;

/** Subdued, so that the values beside it stand out. */
export const NotAvailable = () => <span className={classes.notAvailable}>{says.notAvailable}</span>;

/** All of a text, in as many lines as it needs: for columns that say why. */
export const WholeText = ({ children }: { children: string | null }) =>
  children ? <div className={classes.whole}>{children}</div> : <NotAvailable />;

/** The content of a cell, by the kind of its column. */
export const cellOf = (kind: TableColumn["kind"], value: CellValue, tones: Tones = {}): ReactNode => {
  if (value === null || value === undefined || value === "") return <NotAvailable />;
  const text = String(value);
  if (kind === "money") return formatMoney(text);
  if (kind === "date") return formatMoment(text);
  if (kind === "number") return Number(value).toLocaleString("en-US");
  if (kind === "choice") return <Tag tone={tones[text]}>{text}</Tag>;
  return <TruncatedText>{text}</TruncatedText>;
};
