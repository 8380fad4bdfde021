import { previewBudget } from "@mcc/contract/budgets/budgets.api.ts";
import { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { formatDate, formatMoney } from "../../platform/page/format.ts";
import { firstMessages } from "../../platform/records/forms/form.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { type BudgetValues, bodyOf, fieldOf } from "./budget-form.schema.ts";
import classes from "./budgets.module.css";
import { figuresOf, moreOrders, previewWords, budgetTexts as texts } from "./budgets.texts.ts";

const PREVIEW_MS = 60_000;

/** What the budget would cover as typed so far, as soon as it is complete, or what is wrong with its fields. */
export const useBudgetPreview = (values: BudgetValues, id?: number) => {
  const body = useDeferredValue(JSON.stringify({ ...bodyOf(values), name: values.name || "-", id }));
  const isComplete = NewBudget.safeParse(JSON.parse(body)).success;
  const { data, error } = useQuery({
    queryKey: [previewBudget.path, body],
    queryFn: ({ signal }) => call(previewBudget, { body: JSON.parse(body) }, signal),
    enabled: isComplete,
    staleTime: PREVIEW_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const refused = error instanceof CallError ? Object.entries(firstMessages(error.fields)) : [];
  return {
    isComplete,
    data,
    hasFailed: error !== null && refused.length === 0,
    errors: Object.fromEntries(refused.map(([field, message]) => [fieldOf(field), message])),
  };
};

export const BudgetPreview = ({ isComplete, data, hasFailed }: ReturnType<typeof useBudgetPreview>) => {
  if (!isComplete) return null;
  const figures = data && figuresOf(data);
  return (
    <section className={classes.preview} aria-label={texts.preview} role="status">
      {hasFailed && !data && texts.previewFailed}
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
