import { budgetEntryList } from "@mcc/contract/budgets/budgets.api.ts";
import { useMemo } from "react";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { entryNames, budgetTexts as texts } from "./budgets.texts.ts";

const columns: RowColumns<typeof budgetEntryList> = {
  moment: { card: "date" },
  kind: {
    value: ({ kind }) => entryNames[kind],
    nameOf: (kind) => entryNames[kind as keyof typeof entryNames],
  },
  order: {
    identifies: true,
    cell: ({ order }) =>
      order && <RecordLink to={{ to: "/orders/$orderId", params: { orderId: order } }}>{order}</RecordLink>,
  },
  site: { card: "site" },
  amount: { card: "amount", isNotSummed: true },
  reserved: { card: "none" },
  committed: { card: "none" },
  used: { card: "detail", isNotSummed: true },
  actor: { card: "detail" },
};

/** Every entry of a budget: what an order reserved, committed or gave back, when and by whom. */
export const BudgetEntries = ({ id }: { id: number }) => {
  const params = useMemo(() => ({ id: String(id) }), [id]);
  return (
    <ResourceTable
      list={useListState(budgetEntryList)}
      noun={texts.entries}
      searched={texts.searched}
      columns={columns}
      params={params}
      rowKey={(entry) => entry.id}
      emptyHint={texts.noEntries}
      spreadsheet={{}}
    />
  );
};
