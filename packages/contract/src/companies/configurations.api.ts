import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { CompanyConfiguration, ConfigurationChanges, NewConfiguration } from "./configurations.schema.ts";

const PATH = "/mcc-admin/company-configurations/";

export const createConfiguration = endpoint({
  method: "POST",
  path: PATH,
  summary: "Create the configuration of a company",
  allow: "mcc-admin",
  body: NewConfiguration,
  reply: CompanyConfiguration,
  fails: ["company.configured"],
});

const one = {
  path: `${PATH}:id/`,
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: CompanyConfiguration,
} as const;

export const findConfiguration = endpoint({
  ...one,
  method: "GET",
  summary: "Get the configuration of a company, by the company's id",
  fails: ["not_found"],
});

export const updateConfiguration = endpoint({
  ...one,
  method: "PATCH",
  summary: "Change the configuration of a company; what is left out stays",
  body: ConfigurationChanges,
  fails: ["not_found", "approvals.pending"],
});
