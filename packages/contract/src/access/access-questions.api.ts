import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pagedQuery } from "../kit/list.ts";
import { text } from "../kit/text.ts";
import { Coverage, MOST_NAMED, OrderAccess, SiteAccess } from "./access-questions.schema.ts";

const question = { method: "GET", allow: "company-admin" } as const;

export const siteAccess = endpoint({
  ...question,
  path: "/access/sites/:id/",
  summary: "Explain who may see a site, and why",
  description: "`limit` and `offset` are for the users.",
  params: z.object({ id: pathId }),
  query: pagedQuery(),
  reply: SiteAccess,
  fails: ["not_found"],
});

export const orderAccess = endpoint({
  ...question,
  path: "/access/orders/:identifier/",
  summary: "Explain who may approve an order now, and why",
  params: z.object({ identifier: text() }),
  reply: OrderAccess,
  fails: ["not_found"],
});

export const accessCoverage = endpoint({
  ...question,
  path: "/access/coverage/",
  summary: "Find sites whose orders nobody could approve, rules that never apply and users who see no site",
  description: `Names at most ${MOST_NAMED} of each.`,
  reply: Coverage,
});
