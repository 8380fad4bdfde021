import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { CompanyUsage, USAGE_DAYS } from "./usage.schema.ts";

export const companyUsage = endpoint({
  method: "GET",
  path: "/mcc-admin/companies/:id/usage/",
  summary: "Get what a company has and uses",
  description: `With its requests of the last ${USAGE_DAYS} days. Orders and documents are counted as they change, the bytes of many documents every night.`,
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: CompanyUsage,
  fails: ["not_found"],
});
