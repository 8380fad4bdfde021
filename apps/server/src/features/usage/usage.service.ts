import { fail } from "@mcc/contract/kit/errors.ts";
import { type CompanyUsage, USAGE_DAYS } from "@mcc/contract/usage/usage.schema.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import * as queries from "./usage.queries.ts";

/** So many sizes are added up in a few hundredths of a second. */
export const FEW_DOCUMENTS = 20_000;

export const companyUsage = async ({ db }: PlatformScope, companyId: number): Promise<CompanyUsage> => {
  const counts = (await queries.findCounts(db, companyId)) ?? fail("not_found");
  const requests = await queries.dayRequests(db, companyId, USAGE_DAYS);
  if (counts.documents <= FEW_DOCUMENTS) {
    const bytes = await queries.sumOfSizes(db, companyId);
    return { ...counts, requests, storage: { bytes, counted_at: new Date().toISOString() } };
  }
  const kept = await queries.findStorage(db, companyId);
  return {
    ...counts,
    requests,
    storage: kept ? { bytes: kept.bytes, counted_at: kept.counted_at.toISOString() } : null,
  };
};
