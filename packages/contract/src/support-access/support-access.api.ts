import { z } from "zod";
import { SessionUser } from "../access/session.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import {
  CurrentSupportAccess,
  MOST_HOURS,
  NewSupportAccess,
  SupportAccess,
} from "./support-access.schema.ts";

const ofCompany = { path: "/accounts/support-access/", allow: "company-admin" } as const;

export const findSupportAccess = endpoint({
  ...ofCompany,
  method: "GET",
  summary: "Get whether the provider's support can see the company now, and until when",
  reply: CurrentSupportAccess,
});

export const grantSupportAccess = endpoint({
  ...ofCompany,
  method: "POST",
  summary: `Let the provider's support see the company's screens, read only, for 1 to ${MOST_HOURS} hours`,
  description: "Every page that they open is in the company's audit. Files, exports and keys stay closed.",
  confirm: "security",
  body: NewSupportAccess,
  reply: SupportAccess,
  fails: ["support.granted"],
});

export const revokeSupportAccess = endpoint({
  ...ofCompany,
  method: "DELETE",
  summary: "End the support access; the next request of the provider's support is refused",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

const ofPlatform = {
  path: "/mcc-admin/companies/:id/support-access/",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
} as const;

export const findCompanySupportAccess = endpoint({
  ...ofPlatform,
  method: "GET",
  summary: "Get whether a company grants support access now, and until when",
  reply: CurrentSupportAccess,
  fails: ["not_found"],
});

export const openSupportSession = endpoint({
  ...ofPlatform,
  method: "POST",
  summary: "Open a read-only session in a company that grants support access",
  description:
    "The session ends with the support access, or with the session that opened it. It replaces the one that this session has opened before.",
  reply: z.object({ token: z.string(), user: SessionUser }),
  fails: ["not_found", "support.not_granted"],
});
