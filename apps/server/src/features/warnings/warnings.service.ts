import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { centsOf } from "@mcc/contract/kit/money.ts";
import {
  type ComparedBecause,
  type ComparedOrders,
  duplicateText,
  splitText,
} from "@mcc/contract/warnings/warnings.messages.ts";
import { isSplitOver } from "@mcc/contract/warnings/warnings.rules.ts";
import type { OrderWarning } from "@mcc/contract/warnings/warnings.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { dollars } from "../../platform/mail/message-text.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./warnings.queries.ts";

type Warning = queries.WarningRecord & { readonly compared: readonly queries.ComparedOrder[] };

/** Without the orders that were canceled or rejected since, there may be nothing left to warn of. */
const stillHolds = (record: queries.WarningRecord): record is Warning =>
  Boolean(record.compared) &&
  (record.limit_amount === null || isSplitOver(record.limit_amount, [record, ...(record.compared ?? [])]));

const comparedBecause = ({ compared }: Warning, because: ComparedBecause): ComparedOrders | undefined => {
  const all = compared.filter((one) => one.because === because);
  const named = all.filter(({ is_visible }) => is_visible).map(({ identifier }) => identifier);
  return all.length === 0 ? undefined : { named, hidden: named.length < all.length };
};

const sumOf = (orders: readonly { readonly total: string }[]): string => {
  const cents = orders.reduce((sum, { total }) => sum + centsOf(total), 0n);
  return dollars(`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`);
};

const splitTextOf = (warning: Warning): string => {
  const because = warning.compared[0]?.because === "person" ? "person" : "site";
  const compared = comparedBecause(warning, because) ?? { named: [], hidden: true };
  const sum = compared.hidden ? undefined : sumOf([warning, ...warning.compared]);
  return splitText(because, compared, warning.limit_amount ?? 0, sum);
};

const textOf = (warning: Warning): string => {
  if (warning.kind === "split") return splitTextOf(warning);
  return (["lines", "po"] as const)
    .flatMap((because) => {
      const compared = comparedBecause(warning, because);
      return compared ? duplicateText(because, compared, warning.po_number) : [];
    })
    .join(" ");
};

const toWarning = (warning: Warning): OrderWarning => {
  const { id, kind, compared, dismissed_at, dismissed_by_name, dismissed_reason } = warning;
  return {
    id,
    kind,
    orders: compared.filter(({ is_visible }) => is_visible).map(({ identifier }) => identifier),
    text: textOf(warning),
    dismissed: dismissed_at !== null,
    dismissal: dismissed_at && {
      by: dismissed_by_name ?? "",
      at: dismissed_at.toISOString(),
      reason: dismissed_reason ?? "",
    },
  };
};

/** The warnings about the listed orders, as the user may see them. */
export const listedWarnings = async (
  scope: CompanyScope,
  listed: ListedIds,
): Promise<(orderId: number) => OrderWarning[]> => {
  const records = (await queries.listedWarningRecords(scope, listed)).filter(stillHolds);
  const byOrder = Map.groupBy(records, ({ order_id }) => order_id);
  return (orderId) => (byOrder.get(orderId) ?? []).map(toWarning);
};

/** Dismisses a warning of an order that the user may decide about. */
export const dismissWarning = async (
  scope: CompanyScope,
  { identifier, warnings }: { readonly identifier: string; readonly warnings: readonly OrderWarning[] },
  warningId: number,
  reason: string,
): Promise<void> => {
  const warning = warnings.find(({ id }) => id === warningId) ?? fail("not_found");
  const by = { id: scope.who.id, name: displayName(scope.who) };
  if (!(await queries.dismiss(scope, warningId, by, reason))) fail("warning.dismissed");
  await addAuditEntry(scope.db, {
    actor: by,
    action: "order.warning_dismissed",
    record: { type: "order", id: identifier },
    details: { kind: warning.kind, orders: warning.orders, dismissed: true, reason },
    before: { dismissed: false },
  });
};
