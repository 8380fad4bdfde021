import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { bodyIds, pathId } from "../kit/id.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { oneRecordEndpoints } from "../kit/record.ts";
import { requiredText } from "../kit/text.ts";
import { SiteGroup } from "../orders/orders.schema.ts";
import { NewSite, SiteChanges } from "./site-fields.schema.ts";
import { siteMessages as says } from "./sites.messages.ts";
import { Named, SiteRecord } from "./sites.schema.ts";

const params = z.object({ id: pathId });
const Done = z.object({ detail: z.string() });
const Exists = z.object({ exists: z.literal(true) });

export const {
  find: findSite,
  create: createSite,
  update: updateSite,
  delete: deleteSite,
} = oneRecordEndpoints({
  path: "/sites/",
  allow: "company-admin",
  read: "company:member",
  names: ["a site", "sites"],
  row: SiteRecord,
  create: NewSite,
  update: SiteChanges,
  deleteFails: ["approver.needed", "rule.pending"],
  notes: {
    find: "With all its users; in a company with a hierarchy with the first of them.",
    create:
      "With a password also its shop user. Without one, `ecommerce_username` is a shop user of the company that exists already. A `site.created` event is sent.",
    update:
      "Another `ecommerce_username` is a shop user of the company, or the new name of the site's own. Orders keep the names they were placed with.",
    delete:
      "It leaves lists, selectors and approval rules; orders, documents and alerts keep it. A site with pending orders stays.",
  },
});

export const cloneSite = endpoint({
  method: "POST",
  path: "/sites/:id/clone/",
  summary: "Create a site like another one; what is left out is taken from that",
  allow: "company-admin",
  params,
  body: SiteChanges,
  reply: SiteRecord,
  fails: ["not_found"],
});

export const siteExists = endpoint({
  method: "POST",
  path: "/sites/exists/",
  summary: "Check whether a site of the company has this name; not found when none has",
  allow: "company-admin",
  body: z.object({ name: requiredText(says.nameRequired).trim() }),
  reply: Exists,
  fails: ["not_found", "rate.limited"],
});

export const usernameExists = endpoint({
  method: "POST",
  path: "/accounts/user/exists/",
  summary: "Check whether a user or a shop user has this username; not found when none has",
  allow: "company-admin",
  body: z.object({ username: requiredText("Username field is required").trim() }),
  reply: Exists,
  fails: ["not_found", "rate.limited"],
});

export const assignUsers = endpoint({
  method: "POST",
  path: "/sites/:id/assign_users/",
  summary: "Let users see a site, beside those who see it already",
  description: "For companies without a hierarchy.",
  allow: "company-admin",
  params,
  body: z.object({ users: bodyIds() }),
  reply: Done,
  fails: ["not_found", "hierarchy.decides"],
});

export const siteGroups = endpoint({
  method: "GET",
  path: "/sites/:id/groups/",
  summary: "List the hierarchy groups of a site, each with its node",
  allow: "company:member",
  params,
  reply: z.array(SiteGroup),
  fails: ["not_found"],
});

export const siteCount = endpoint({
  method: "GET",
  path: "/sites/count/",
  summary: "Count the sites that the user may see",
  allow: "company:member",
  reply: z.object({ count: z.number() }),
});

export const warehouses = endpoint({
  method: "GET",
  path: "/sites/list-warehouses/",
  summary: "List the company's warehouses, by name",
  allow: "company:member",
  query: pagedQuery(),
  reply: pageSchema(Named),
});
