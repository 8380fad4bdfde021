import { pageSchema } from "../kit/list.ts";
import { recordEndpoints } from "../kit/record.ts";
import { NewSiteType, SiteType } from "./site-types.schema.ts";

export const siteTypeEndpoints = recordEndpoints({
  path: "/sites/site-type/",
  allow: "company-admin",
  read: "company:member",
  names: ["a site type", "site types"],
  orderBy: "name",
  page: pageSchema(SiteType),
  row: SiteType,
  create: NewSiteType,
  update: NewSiteType.partial(),
  deleteFails: ["site_type.in_use"],
  notes: { delete: "A type that sites have stays." },
});
