import { isDeepStrictEqual } from "node:util";
import type { DomoDashboard } from "@mcc/contract/analytics/analytics.schema.ts";
import type { CompanyAnalytics } from "@mcc/contract/analytics/company-analytics.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { findCompanySource, updateCompanySource } from "./company-analytics.queries.ts";

const findConfigured = async ({ db }: PlatformScope, companyId: number, options?: { locks: boolean }) => {
  const { configured, name, ...found } =
    (await findCompanySource(db, companyId, options)) ?? fail("not_found");
  const source: CompanyAnalytics = {
    analytics_source: found.analytics_source as CompanyAnalytics["analytics_source"],
    looker_dashboard_url: found.looker_dashboard_url,
    domo_dashboards: (found.domo_dashboards ?? []) as unknown as DomoDashboard[],
  };
  return { source, name, isConfigured: configured !== null };
};

export const findCompanyAnalytics = async (scope: PlatformScope, companyId: number) =>
  (await findConfigured(scope, companyId)).source;

/** Tokens are secrets: the audit has none. */
const audited = (id: number, name: string, { domo_dashboards, ...source }: CompanyAnalytics) => ({
  ...{ id, name, ...source },
  domo_dashboards: domo_dashboards.map(({ label, url }) => ({ label, url })),
});

/** A change without effect is not audited. */
export const updateCompanyAnalytics = async (
  scope: PlatformScope,
  companyId: number,
  given: CompanyAnalytics,
): Promise<CompanyAnalytics> => {
  const { source, name, isConfigured } = await findConfigured(scope, companyId, { locks: true });
  if (!isConfigured) fail("company.not_configured");
  if (isDeepStrictEqual(given, source)) return source;
  await updateCompanySource(scope.db, companyId, given);
  const [record, before] = [audited(companyId, name, given), audited(companyId, name, source)];
  await addChangeEntry(scope, { action: "analytics.updated", record, before, companyId });
  return given;
};
