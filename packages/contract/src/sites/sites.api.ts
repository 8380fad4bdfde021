import type { Session } from "../access/session.ts";
import { endpoint } from "../kit/endpoint.ts";
import { flag, list, pageOf } from "../kit/list.ts";
import { namedChoiceColumn, textColumn } from "../kit/list-columns.ts";
import { LiteSite, SiteRow } from "./sites.schema.ts";

const withoutHierarchy = { shownTo: (who: Session) => who.company?.has_company_hierarchy !== true };
const withLocationNames = { shownTo: (who: Session) => who.company?.has_location_name_required === true };

export const siteList = list({
  name: "sites",
  path: "/v2/sites/",
  suggestionsPath: "/sites/suggestions/",
  summary: "Sites",
  allow: "company:member",
  row: SiteRow,
  sort: "name",
  groups: true,
  extra: { liteVersion: flag.describe("Only what selectors need: id, name and node").optional() },
  columns: {
    name: textColumn("Name"),
    location_name: textColumn("Location Name", withLocationNames),
    site_type: namedChoiceColumn("Site Type"),
    business_unit: textColumn("Business Unit", withoutHierarchy),
    division: textColumn("Division", withoutHierarchy),
    region: textColumn("Region", withoutHierarchy),
    user: textColumn("Users"),
  },
});

/** The same list for exports and selectors. */
export const allSites = endpoint({ ...siteList.page, path: "/sites/", reply: pageOf(LiteSite) });
