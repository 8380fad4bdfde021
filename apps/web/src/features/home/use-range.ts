import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useSearch } from "../../platform/lists/list-state.ts";
import { DEFAULT_RANGE, rangeOf, type TimeRange } from "./range.ts";

/** The chosen time range. It is in the URL only, so that reload, Back and a shared link keep it. */
export const useRange = (): readonly [TimeRange, (range: TimeRange) => void] => {
  const navigate = useNavigate();
  const range = rangeOf(useSearch().range);
  const choose = useCallback(
    ({ key }: TimeRange) =>
      void navigate({
        to: "/",
        search: key === DEFAULT_RANGE.key ? {} : { range: key },
        resetScroll: false,
      }),
    [navigate],
  );
  return [range, choose];
};
