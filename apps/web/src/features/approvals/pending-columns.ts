import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { pendingList } from "@mcc/contract/orders/pending.api.ts";
import type { RowColumns } from "../../platform/lists/table/table-model.ts";

type PendingColumns = RowColumns<(typeof pendingList)["columns"], OrderRow>;

export const namesOf = (people: OrderRow["approved_by"]): string[] =>
  people.map(({ name, username }) => name || username);

/** Where each column of the list finds its value in a row. */
export const pendingValues: PendingColumns["values"] = {
  site: ({ site }) => site.name,
  location_name: ({ site }) => site.location_name,
  business_unit: ({ site }) => site.business_unit,
  identifier: ({ identifier }) => identifier,
  po_number: ({ po_number }) => po_number,
  orderDate: ({ order_date }) => order_date,
  lines: ({ lines }) => lines,
  total: ({ taxful_total_price_value }) => taxful_total_price_value,
  approved_by: ({ approved_by }) => namesOf(approved_by).join(", "),
  current_required_approval: ({ current_required_approval }) => current_required_approval?.name,
  approval_status: ({ approval_status }) => approval_status,
  // Filtered and sorted by in links, and not drawn.
  region: ({ site }) => site.region,
  ordered_by: ({ ordered_by }) => ordered_by,
  requested_by: ({ requested_by }) => requested_by,
  afe_number: ({ afe_number }) => afe_number,
  status: ({ status }) => status,
  payment_status: ({ payment_status }) => payment_status,
};

/** What an order waits for is said in a sentence. */
export const pendingWidths: PendingColumns["widths"] = {
  site: 200,
  identifier: 124,
  po_number: 130,
  approved_by: 230,
  approval_status: 290,
};

export const nodeOfPending = ({ site }: OrderRow, groupId: number): string | undefined =>
  site.groups.find(({ id }) => id === groupId)?.node;
