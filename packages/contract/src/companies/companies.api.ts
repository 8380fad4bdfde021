import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { textColumn } from "../kit/list-columns.ts";
import { Company, CompanyFields } from "./companies.schema.ts";

export const companyList = list({
  name: "companies",
  path: "/mcc-admin/companies/",
  summary: "companies",
  allow: "mcc-admin",
  row: Company,
  sort: "name",
  essentials: ["name"],
  columns: { name: textColumn("Name") },
});

export const createCompany = endpoint({
  method: "POST",
  path: "/mcc-admin/companies/",
  summary: "Create a company",
  description:
    "With the first site type and warehouse, so that its administrators can create sites. Without a slug, it is made of the name.",
  allow: "mcc-admin",
  body: CompanyFields,
  reply: Company,
});

const one = {
  path: "/mcc-admin/companies/:id/",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: Company,
  fails: ["not_found"],
} as const;

export const findCompany = endpoint({ ...one, method: "GET", summary: "Get a company" });

export const updateCompany = endpoint({
  ...one,
  method: "PUT",
  summary: "Change a company",
  description: "An address that is left out is removed; a slug that is left out stays.",
  body: CompanyFields,
});
