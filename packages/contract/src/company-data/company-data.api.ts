import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { CompanyExport } from "./company-data.schema.ts";

const path = "/accounts/company-export/";
const allow = "company-admin";

export const findCompanyExport = endpoint({
  method: "GET",
  path,
  summary: "Get the progress or the link of the company's latest export",
  description:
    "The link works for seven days while the user who asked for it stays signed in; each call has a new one.",
  allow,
  reply: z.object({ export: CompanyExport.nullable() }),
});

export const startCompanyExport = endpoint({
  method: "POST",
  path,
  summary: "Export everything of the company: records, documents, a manifest and checksums",
  description:
    "It runs in the background. While one is running it is returned, and no other is started. Passwords, keys and other secrets are left out; the manifest says which.",
  allow,
  confirm: "security",
  reply: CompanyExport,
});
