import { budgetsOfOrders, orderBudgets } from "@mcc/contract/budgets/budgets.api.ts";
import type { OrderBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import classes from "./budgets.module.css";
import { budgetTexts as texts } from "./budgets.texts.ts";
import { toBudget } from "./to-budget.ts";

type Share = Omit<OrderBudget, "this_order"> & { readonly cost: string };

const money = (amount: string | null) =>
  amount !== null && (
    <span className={amount.startsWith("-") ? classes.beyond : undefined}>{formatMoney(amount)}</span>
  );

interface SharesProps {
  readonly shares: readonly Share[];
  readonly cost: string;
  /** Dialogs are outside the router: there the names of budgets are no links. */
  readonly inDialog?: boolean;
}

const Shares = ({ shares, cost, inDialog }: SharesProps) => (
  <Card title={texts.ofOrder}>
    <ul className={classes.shares}>
      {shares.map((share) => (
        <li key={share.id}>
          <p>
            {inDialog ? <b>{share.name}</b> : <TextLink {...toBudget(share.id)}>{share.name}</TextLink>}{" "}
            {share.period_label}
          </p>
          {share.left_before !== null && (
            <Facts
              dense
              facts={[
                { label: texts.before, value: money(share.left_before) },
                { label: cost, value: money(share.cost) },
                { label: texts.after, value: money(share.left_after) },
              ]}
            />
          )}
          {share.reason && <p className={share.beyond ? classes.beyond : classes.reason}>{share.reason}</p>}
        </li>
      ))}
    </ul>
  </Card>
);

/** An order that is not there says so by itself. */
const isFailure = (error: unknown): boolean =>
  error !== null && !(error instanceof CallError && error.status === 404);

const Failed = () => (
  <p className={classes.hint} role="status">
    {texts.ofOrderFailed}
  </p>
);

/** What is left of each budget before and after an order, for those who may see it; nothing when none covers it. */
export const OrderBudgets = ({ identifier }: { identifier: string }) => {
  const { data, error } = useQuery(queryFor(orderBudgets, { params: { identifier } }));
  if (!data && isFailure(error)) return <Failed />;
  const shares = data?.results.map(({ this_order, ...share }) => ({ ...share, cost: this_order })) ?? [];
  return shares.length > 0 && <Shares shares={shares} cost={texts.thisOrder} />;
};

/** What is left of each budget before and after several orders that are approved together. */
export const BudgetsOfOrders = ({ ids }: { ids: readonly number[] }) => {
  const { data, error } = useQuery({ ...queryFor(budgetsOfOrders, { query: { id: [...ids] } }), gcTime: 0 });
  if (!data && isFailure(error)) return <Failed />;
  const shares =
    data?.results.map(({ these_orders, orders: _, ...share }) => ({ ...share, cost: these_orders })) ?? [];
  return (
    shares.length > 0 && (
      <div className={classes.inDialog}>
        <Shares shares={shares} cost={texts.theseOrders} inDialog />
      </div>
    )
  );
};
