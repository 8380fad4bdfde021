import { home } from "@mcc/contract/home/home.api.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { daysOf, type TimeRange } from "./range.ts";

/** Everything that the page shows: one request. */
export const useHome = (range: TimeRange) =>
  useQuery({
    ...queryFor(home, { query: daysOf(range, Date.now()) ?? {} }),
    placeholderData: keepPreviousData,
  });

export type HomeQuery = Pick<
  ReturnType<typeof useHome>,
  "data" | "isError" | "isPlaceholderData" | "refetch"
>;
