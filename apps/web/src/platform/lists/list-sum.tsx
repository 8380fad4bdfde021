import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { ListSum } from "@mcc/contract/kit/list-sum.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryFor } from "../api/call.ts";
import { formatMoney } from "../page/format.ts";
import { listTexts as says } from "./list.texts.ts";
import classes from "./list-sum.module.css";

interface SumNoteProps {
  readonly sum: Endpoint;
  readonly state: ListQuery;
  /** The rows beside it are counted as "at least", so the sum is too. */
  readonly capped: boolean;
}

/** The sum over all rows that match the filters. Shows nothing while it loads or if it fails. */
export const SumNote = ({ sum, state, capped }: SumNoteProps) => {
  const { ordering: _, limit: __, offset: ___, ...query } = state;
  const answer = useQuery({ ...queryFor(sum, { query } as never), placeholderData: keepPreviousData });
  const found = answer.data as ListSum | undefined;
  if (!found || answer.isError) return null;
  const amount = formatMoney(found.sum);
  return (
    <span className={classes.sum} data-stale={answer.isPlaceholderData || undefined}>
      {capped || found.sum_is_capped ? says.sumAtLeast(amount) : says.sum(amount)}
    </span>
  );
};
