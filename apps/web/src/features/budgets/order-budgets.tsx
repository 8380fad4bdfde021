import { budgetsOfOrders, orderBudgets } from "@mcc/contract/budgets/budgets.api.ts";
import type { OrderBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { RecordLink } from "../../platform/records/record-link.tsx";
import classes from "./budgets.module.css";
import { budgetTexts as texts } from "./budgets.texts.ts";
import { toBudget } from "./budgets-page.tsx";

type Share = Omit<OrderBudget, "this_order"> & { readonly cost: string };

const money = (amount: string | null) =>
  amount !== null && (
    <span className={amount.startsWith("-") ? classes.beyond : undefined}>{formatMoney(amount)}</span>
  );

const columnsFor = (cost: string): readonly PlainColumn<Share>[] => [
  {
    label: texts.budget,
    cell: ({ id, name, period_label }) => (
      <>
        <RecordLink to={toBudget(id)}>{name}</RecordLink> {period_label}
      </>
    ),
  },
  { label: texts.before, isAmount: true, cell: ({ left_before }) => money(left_before) },
  { label: cost, isAmount: true, cell: (share) => money(share.cost) },
  { label: texts.after, isAmount: true, cell: ({ left_after }) => money(left_after) },
];

const Shares = ({ shares, cost }: { shares: readonly Share[]; cost: string }) => (
  <Card title={texts.ofOrder} flush>
    <PlainTable
      inCard
      label={texts.ofOrder}
      columns={columnsFor(cost)}
      rows={shares}
      rowKey={({ id }) => id}
      empty={texts.emptyFor}
    />
    {shares.map(
      ({ id, reason }) =>
        reason && (
          <p key={id} className={classes.beyondWords}>
            {reason}
          </p>
        ),
    )}
  </Card>
);

/** What is left of each budget before and after an order, for those who may see it; nothing when none covers it. */
export const OrderBudgets = ({ identifier }: { identifier: string }) => {
  const { data } = useQuery(queryFor(orderBudgets, { params: { identifier } }));
  const shares = data?.results.map(({ this_order, ...share }) => ({ ...share, cost: this_order })) ?? [];
  return shares.length > 0 && <Shares shares={shares} cost={texts.thisOrder} />;
};

/** What is left of each budget before and after several orders that are approved together. */
export const BudgetsOfOrders = ({ ids }: { ids: readonly number[] }) => {
  const { data } = useQuery({ ...queryFor(budgetsOfOrders, { query: { id: [...ids] } }), gcTime: 0 });
  const shares =
    data?.results.map(({ these_orders, orders: _, ...share }) => ({ ...share, cost: these_orders })) ?? [];
  return shares.length > 0 && <Shares shares={shares} cost={texts.theseOrders} />;
};
