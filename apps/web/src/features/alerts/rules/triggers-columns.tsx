import { shownValue } from "@mcc/contract/alerts/alert-rules.texts.ts";
import type { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import type { RowColumns } from "../../../platform/lists/columns/row-columns.ts";
import { TriggerSwitch } from "./trigger-actions.tsx";

export const triggerColumns: RowColumns<typeof triggerList> = {
  rule: { identifies: true, cell: ({ rule }) => rule, width: [110, 160] },
  frequency: { cell: ({ frequency }) => frequency, width: [110, 160], card: "detail" },
  value: { value: shownValue, width: [110, 260], card: "detail" },
  username: { value: ({ user }) => user.username, width: [150, 280], card: "detail" },
  site: { value: ({ site }) => site.name, width: [130, 280], card: "site" },
  status: {
    value: ({ enabled }) => (enabled ? "Enabled" : "Disabled"),
    cell: (trigger) => <TriggerSwitch trigger={trigger} />,
  },
};
