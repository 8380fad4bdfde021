import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./warning-mark.module.css";

type WarnedRow = Pick<PendingRow, "warnings">;

/** What is to be looked at before a decision, without what an approver has dismissed. */
export const warningWords = ({ warnings }: WarnedRow): string =>
  warnings
    .filter(({ dismissed }) => !dismissed)
    .map(({ kind, text }) => `${warningNames[kind]}: ${text}`)
    .join(" ");

/** An order with warnings, marked in the list. */
export const WarningMark = ({ order }: { order: WarnedRow }) => {
  const words = warningWords(order);
  return words === "" ? null : (
    <span
      className={classes.mark}
      role="img"
      aria-label={words}
      {...tooltip(words, { touch: true, long: true })}
    >
      <IconAlertTriangle size={16} aria-hidden />
    </span>
  );
};
