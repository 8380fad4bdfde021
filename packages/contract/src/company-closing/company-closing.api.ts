import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { CloseCompany, CompanyClosing, WAITING_DAYS } from "./company-closing.schema.ts";

const one = { allow: "mcc-admin", params: z.object({ id: pathId }) } as const;

export const closeCompany = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/companies/:id/close/",
  summary:
    "Close a company: its users and keys are refused at once, and its data is deleted after a waiting time",
  description: `The name of the company confirms it. Without days the waiting time is ${WAITING_DAYS} days; until then the company can be opened again.`,
  confirm: "security",
  body: CloseCompany,
  reply: CompanyClosing,
  fails: ["not_found", "company.closed"],
});

export const reopenCompany = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/companies/:id/reopen/",
  summary: "Open a closed company again, until its deletion has begun",
  confirm: "security",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "company.open", "company.deleting"],
});

export const companyClosings = endpoint({
  method: "GET",
  path: "/mcc-admin/company-closings/",
  summary:
    "List the companies that are closed or were deleted, the latest first, with certificates of deletion",
  description: "At most the latest 200.",
  allow: "mcc-admin",
  reply: z.object({ results: z.array(CompanyClosing) }),
});
