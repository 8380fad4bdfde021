import { previewBudget } from "@mcc/contract/budgets/budgets.api.ts";
import { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { call } from "../../platform/api/call.ts";
import { formatDate, formatMoney } from "../../platform/page/format.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { type BudgetValues, bodyOf } from "./budget-form.schema.ts";
import classes from "./budgets.module.css";
import { figuresOf, moreOrders, previewWords, budgetTexts as texts } from "./budgets.texts.ts";

const PREVIEW_MS = 60_000;

/** What the budget would cover as typed so far, as soon as it is complete. */
export const BudgetPreview = ({ values, id }: { values: BudgetValues; id?: number }) => {
  const body = useDeferredValue(JSON.stringify({ ...bodyOf(values), name: values.name || "-", id }));
  const isComplete = NewBudget.safeParse(JSON.parse(body)).success;
  const { data, isError } = useQuery({
    queryKey: [previewBudget.path, body],
    queryFn: ({ signal }) => call(previewBudget, { body: JSON.parse(body) }, signal),
    enabled: isComplete,
    staleTime: PREVIEW_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!isComplete) return null;
  const figures = data && figuresOf(data);
  return (
    <section className={classes.preview} aria-label={texts.preview} role="status">
      {isError && !data && texts.previewFailed}
      {data && figures && (
        <>
          <p>
            {previewWords(
              data.order_count,
              data.period_label,
              moneyOf(sumOf([figures.reserved, figures.committed])),
              figures.left,
            )}
          </p>
          <BudgetBar {...figures} />
          {data.orders.length > 0 && (
            <ul className={classes.orders}>
              {data.orders.map(({ identifier, site, order_date, total }) => (
                <li key={identifier}>
                  <b>{identifier}</b> {site}, {formatDate(order_date)}
                  <span className={classes.amount}>{formatMoney(total)}</span>
                </li>
              ))}
              {data.order_count > data.orders.length && (
                <li>{moreOrders(data.order_count - data.orders.length)}</li>
              )}
            </ul>
          )}
          {data.takes_a_while && <p>{texts.takesAWhile}</p>}
        </>
      )}
    </section>
  );
};
