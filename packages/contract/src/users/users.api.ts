import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { flag, pagedQuery, pageSchema } from "../kit/list.ts";
import { text } from "../kit/text.ts";

const LiteUser = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.object({ id: z.number(), name: z.string() }).nullable(),
  is_company_admin: z.boolean(),
  has_approval_rule: z.boolean(),
});

export const liteUsers = endpoint({
  method: "GET",
  path: "/accounts/users/",
  summary: "List the company's users, by name",
  allow: "company-admin",
  query: pagedQuery({ liteVersion: flag.optional(), search: text().trim().optional() }),
  reply: pageSchema(LiteUser),
});
