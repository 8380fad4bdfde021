import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";

const ById = z.object({ id: pathId });

/** The company configuration that a company admin reads; the id is the company's. */
const CompanyConfiguration = z.object({
  id: z.number(),
  username_prefix: z.string(),
  has_order_approval: z.boolean().nullable(),
  has_order_tracking: z.boolean().nullable(),
  has_company_hierarchy: z.boolean().nullable(),
  /** Users may approve orders they placed. */
  allow_self_approval: z.boolean(),
});

const YES_OR_NO = "This must be true or false.";
const yesOrNo = z.boolean({ error: YES_OR_NO }).optional();

/** Omitted fields keep their values. */
const ConfigurationChanges = z
  .object({ has_order_approval: yesOrNo, allow_self_approval: yesOrNo })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: YES_OR_NO,
    path: ["has_order_approval"],
  });
export type ConfigurationChanges = z.output<typeof ConfigurationChanges>;

export const findCompanyConfiguration = endpoint({
  method: "GET",
  path: "/accounts/company-configurations/:id/",
  summary: "Get the company's configuration",
  allow: "company-admin",
  params: ById,
  reply: CompanyConfiguration,
  fails: ["not_found"],
});

export const updateCompanyConfiguration = endpoint({
  method: "PATCH",
  path: "/accounts/company-configurations/:id/",
  summary: "Switch order approvals on or off, or let users approve orders they placed",
  allow: "approval:configure",
  params: ById,
  body: ConfigurationChanges,
  reply: CompanyConfiguration,
  fails: ["not_found", "approvals.pending"],
});
