import { displayName } from "@mcc/contract/access/session.ts";
import type { DomoDashboard } from "@mcc/contract/analytics/analytics.schema.ts";
import type { CompanyAnalytics } from "@mcc/contract/analytics/company-analytics.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { findCompanySource, updateCompanySource } from "./company-analytics.queries.ts";

const findConfigured = async ({ db }: PlatformScope, companyId: number) => {
  const { configured, name, ...found } = (await findCompanySource(db, companyId)) ?? fail("not_found");
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
const audited = ({ domo_dashboards, ...source }: CompanyAnalytics) => ({
  ...source,
  domo_dashboards: domo_dashboards.map(({ label, url }) => ({ label, url })),
});

export const updateCompanyAnalytics = async (
  scope: PlatformScope,
  companyId: number,
  given: CompanyAnalytics,
): Promise<CompanyAnalytics> => {
  const { source, name, isConfigured } = await findConfigured(scope, companyId);
  if (!isConfigured) fail("company.not_configured");
  await updateCompanySource(scope.db, companyId, given);
  await addAuditEntry(scope.db, {
    company_id: companyId,
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "analytics.updated",
    record: { type: "analytics", id: companyId },
    details: { name, ...audited(given) },
    before: audited(source),
  });
  return given;
};
