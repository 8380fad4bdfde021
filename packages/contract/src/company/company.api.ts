import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";

const ById = z.object({ id: pathId });

/** What a company admin reads of the company's configuration; the id is the company's. */
const CompanyConfiguration = z.object({
  id: z.number(),
  username_prefix: z.string(),
  has_order_approval: z.boolean().nullable(),
  has_order_tracking: z.boolean().nullable(),
  has_company_hierarchy: z.boolean().nullable(),
});

export const findCompanyConfiguration = endpoint({
  method: "GET",
  path: "/accounts/company-configurations/:id/",
  summary: "The company's configuration",
  allow: "company-admin",
  params: ById,
  reply: CompanyConfiguration,
  fails: ["not_found"],
});

export const updateCompanyConfiguration = endpoint({
  method: "PATCH",
  path: "/accounts/company-configurations/:id/",
  summary: "Switch order approvals on or off",
  allow: "approval:configure",
  params: ById,
  body: z.object({ has_order_approval: z.boolean({ error: "This must be true or false." }) }),
  reply: CompanyConfiguration,
  fails: ["not_found", "approvals.pending"],
});
