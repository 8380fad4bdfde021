import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { flag, list, pagedQuery, pageSchema } from "../kit/list.ts";
import { namedChoiceColumn, textColumn, withLocationNames, withoutHierarchy } from "../kit/list-columns.ts";
import { text } from "../kit/text.ts";
import { LiteSite, SiteRow, SiteUser } from "./sites.schema.ts";

export const siteList = list({
  name: "sites",
  path: "/v2/sites/",
  suggestionsPath: "/sites/suggestions/",
  summary: "sites",
  allow: "company:member",
  row: SiteRow,
  lite: LiteSite,
  sort: "name",
  essentials: ["name", "location_name", "site_type"],
  groups: true,
  extra: {
    named: text().trim().describe("The site with this name, regardless of case").optional(),
    without_approver: flag
      .describe("Only sites where an approval would be left to company admins, or only the others")
      .optional(),
  },
  extraLabels: { without_approver: "No approver" },
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

/** The same list for exports and, with `liteVersion`, for selectors. */
export const allSites = endpoint({ ...siteList.page, path: "/sites/" });

export const siteUsers = endpoint({
  method: "GET",
  path: "/v2/sites/:id/users/",
  summary: "List the users of a site, by username",
  allow: "company:member",
  params: z.object({ id: pathId }),
  query: pagedQuery(),
  reply: pageSchema(SiteUser),
  fails: ["not_found"],
});
