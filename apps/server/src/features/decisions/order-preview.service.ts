import type { FieldChanges } from "@mcc/contract/orders/order-changes.schema.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { withoutSaving } from "../../platform/db/savepoint.ts";
import type { Services } from "../../platform/services.ts";
import { changeOrderFields, changeOrderLine } from "./order-edits.service.ts";

/** Stored only until it is undone. */
const reason = "Preview";

/** The change itself, undone: rules, budgets and approvals given before count in the preview as they do in the change. */
const preview = (scope: CompanyScope, change: (scope: CompanyScope) => Promise<Order>): Promise<Order> =>
  withoutSaving(scope.db, () => change({ ...scope, afterCommit: () => {} }));

export const previewOrderLine = (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  lineId: number,
  { quantity }: { readonly quantity: string },
): Promise<Order> =>
  preview(scope, (undone) => changeOrderLine(services, undone, identifier, lineId, { quantity, reason }));

export const previewOrderFields = (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  given: Omit<FieldChanges, "reason">,
): Promise<Order> =>
  preview(scope, (undone) => changeOrderFields(services, undone, identifier, { ...given, reason }));
