import { usersWithoutSites, visibleSites } from "../../features/access/access.queries.ts";
import { allRules, findOrderPlace, findSiteViewers } from "../../features/access/access-questions.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { limit: 20, offset: 40 };

const withHierarchy = (scope: CompanyScope): CompanyScope => {
  const company = { ...scope.who.company, has_company_hierarchy: true } as CompanyScope["who"]["company"];
  return { ...scope, who: { ...scope.who, company } };
};

export const access: readonly SnapshotCase[] = [
  { title: "sites of a user", run: (scope) => visibleSites(scope), siteIds: [21, 22] },
  { title: "users who see no site", run: (scope) => usersWithoutSites(scope, 100) },
  {
    title: "users who see no site, in a hierarchy",
    run: (scope) => usersWithoutSites(withHierarchy(scope), 100),
  },
  {
    title: "users who see a site, in a hierarchy",
    run: (scope) => findSiteViewers(withHierarchy(scope), 21, WINDOW),
  },
  { title: "the order of a question", run: (scope) => findOrderPlace(scope, "A-1") },
  { title: "all rules", run: (scope) => allRules(scope) },
];
