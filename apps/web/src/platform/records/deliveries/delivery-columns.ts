import type { companyDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { RowColumns } from "../../lists/columns/row-columns.ts";

const STATES = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;

/** The columns that every list of deliveries has. */
export const deliveryColumns: RowColumns<typeof companyDeliveryList> = {
  type: { identifies: true },
  state: {
    value: ({ state }) => STATES[state],
    tones: { Delivered: "good", Waiting: "info", Failed: "bad" },
  },
  attempts: { card: "detail" },
  last_status: { cell: ({ last_status }) => last_status, card: "detail" },
  created_at: {},
  delivered_at: { card: "none" },
  next_try_at: { card: "none" },
  last_error: { width: [140, 420], card: "detail" },
};
