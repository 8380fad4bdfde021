import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import classes from "./budgets.module.css";
import { figuresOf, leftWords, periodWords, budgetTexts as texts } from "./budgets.texts.ts";
import { toBudget } from "./to-budget.ts";

/** The budgets that cover a site or a node, on its page; nothing when there are none. */
export const BudgetLinks = (of: { readonly site: number } | { readonly node: number }) => {
  const query = Object.fromEntries(
    Object.entries({ ...of, limit: ALL_ROWS }).map(([key, value]) => [key, String(value)]),
  );
  const { data } = useQuery(queryFor(budgetEndpoints.list, { query: query as never }));
  const budgets = data?.results ?? [];
  return (
    budgets.length > 0 && (
      <Card title={texts.title}>
        <ul className={classes.orders}>
          {budgets.map((budget) => {
            const figures = figuresOf(budget);
            return (
              <li key={budget.id}>
                <TextLink {...toBudget(budget.id)}>{budget.name}</TextLink> {periodWords(budget)}
                {figures && <span className={classes.amount}>{leftWords(figures.left)}</span>}
              </li>
            );
          })}
        </ul>
      </Card>
    )
  );
};
