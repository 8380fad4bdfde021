import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { useEffect, useRef } from "react";
import { call } from "../../platform/api/call.ts";
import type { AppForm } from "../../platform/records/forms/form.ts";
import type { SiteValues } from "./site-form.schema.ts";

const PLACES = ["division", "business_unit", "region"] as const;
export type Place = (typeof PLACES)[number];

/** What all sites of a division, unit or region have in one of the other two; undefined if they differ. */
const sharedValue = async (place: Place, chosen: string, other: Place): Promise<string | undefined> => {
  const { results } = await call(siteList.suggest, { query: { field: other, [place]: chosen } });
  return results.length === 1 ? results[0] : undefined;
};

/** After one of the three was chosen: fills in the others that are empty and the same at all sites it has. */
export const useCommonPlace = ({ values, set }: Pick<AppForm<SiteValues>, "values" | "set">) => {
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  return (place: Place, chosen: string): void => {
    const isEmpty = (other: Place) => other !== place && latest.current[other] === "";
    for (const other of PLACES.filter(isEmpty)) {
      // Without an answer the field stays empty.
      void sharedValue(place, chosen, other).then(
        (shared) => shared !== undefined && isEmpty(other) && set({ [other]: shared }),
        () => undefined,
      );
    }
  };
};
