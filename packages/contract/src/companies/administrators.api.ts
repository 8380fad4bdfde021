import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { Administrator, AdministratorChanges, NewAdministrator } from "./administrators.schema.ts";

const all = {
  path: "/mcc-admin/companies/:id/administrators/",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
} as const;

export const administrators = endpoint({
  ...all,
  method: "GET",
  summary: "List the administrators of a company, with those who are invited",
  reply: z.object({ results: z.array(Administrator) }),
  fails: ["not_found"],
});

export const inviteAdministrator = endpoint({
  ...all,
  method: "POST",
  summary: "Invite an administrator of a company, by an e-mail with a link that sets a password",
  confirm: "security",
  body: NewAdministrator,
  reply: Administrator,
  fails: ["not_found"],
});

const one = {
  allow: "mcc-admin",
  params: z.object({ id: pathId, user: pathId }),
} as const;

export const updateAdministrator = endpoint({
  ...one,
  method: "PATCH",
  path: "/mcc-admin/companies/:id/administrators/:user/",
  summary: "Correct the e-mail address of an administrator; the former address is told, and its links end",
  description: "Who is still invited gets the invitation at the new address.",
  confirm: "security",
  body: AdministratorChanges,
  reply: Administrator,
  fails: ["not_found", "rate.limited"],
});

export const resendInvitation = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/companies/:id/administrators/:user/resend/",
  summary: "Send an invitation again; the links that were sent before end",
  reply: Administrator,
  fails: ["not_found", "administrator.active", "rate.limited"],
});

export const revokeAdministrator = endpoint({
  ...one,
  method: "DELETE",
  path: "/mcc-admin/companies/:id/administrators/:user/",
  summary: "Revoke an invitation, or delete an administrator",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "administrator.last", "approver.needed"],
});
