import type { SiteRecord } from "@mcc/contract/sites/sites.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";

/** A site as the audit keeps it; with a hierarchy its users follow from the node. */
const auditedSite =
  ({ has_company_hierarchy: hierarchy }: Pick<Hierarchy, "has_company_hierarchy">) =>
  ({ users, users_count, groups, has_approval_rule, node_name, ...site }: SiteRecord) => ({
    ...site,
    ...(hierarchy ? {} : { users: users.map(({ id, username }) => ({ id, username })) }),
  });
type Hierarchy = NonNullable<CompanyScope["who"]["company"]>;

interface SiteChange {
  readonly action: `site.${"created" | "updated" | "deleted"}`;
  readonly record: SiteRecord;
  readonly before?: SiteRecord;
}

export const recordSiteChange = (scope: CompanyScope, { action, record, before }: SiteChange) => {
  const audited = auditedSite({ has_company_hierarchy: scope.who.company?.has_company_hierarchy === true });
  return addChangeEntry(scope, { action, record: audited(record), before: before && audited(before) });
};

/** Sites, or who may see them, have changed: open pages of the company read them again. */
export const announceSites = ({ changes }: Services, scope: CompanyScope): void =>
  scope.afterCommit(() => changes.announce({ kind: "sites", companyId: scope.companyId, siteIds: "all" }));
