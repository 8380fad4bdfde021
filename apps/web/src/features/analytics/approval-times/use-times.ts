import { approvalTimes } from "@mcc/contract/analytics/approval-times.api.ts";
import {
  APPROVAL_TIMES_BY,
  type ApprovalTimesBy,
  TIMED,
  type Timed,
} from "@mcc/contract/analytics/approval-times.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import dayjs from "dayjs";
import { queryFor } from "../../../platform/api/call.ts";
import { useSearch } from "../../../platform/lists/list-state.ts";
import { RANGES } from "./approval-times.texts.ts";

const among = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === String(given));

export interface Choices {
  readonly by: ApprovalTimesBy;
  readonly of: Timed;
  readonly range: string;
}

/** What is chosen is in the address; what means nothing there counts as not chosen. */
export const useChoices = () => {
  const search = useSearch();
  const navigate = useNavigate();
  const choices: Choices = {
    by: among(APPROVAL_TIMES_BY, search.by) ?? "month",
    of: among(TIMED, search.of) ?? "step",
    range:
      among(
        RANGES.map(({ value }) => value),
        search.range,
      ) ?? "",
  };
  const choose = (changed: Partial<Choices>) => {
    const { by, of, range } = { ...choices, ...changed };
    const next = {
      ...(by !== "month" && { by }),
      ...(of !== "step" && { of }),
      ...(range !== "" && { range }),
    };
    void navigate({ to: ".", search: next as never, replace: true });
  };
  return { choices, choose };
};

const afterOf = (range: string): { after?: string } => {
  const days = RANGES.find(({ value }) => value === range)?.days;
  return days === undefined ? {} : { after: dayjs().subtract(days, "day").toISOString().slice(0, 10) };
};

export const useTimes = ({ by, of, range }: Choices) =>
  useQuery({
    ...queryFor(approvalTimes, { query: { by, of, ...afterOf(range) } }),
    placeholderData: keepPreviousData,
  });
