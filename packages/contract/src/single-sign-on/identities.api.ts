import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";

/** Who a user is at a provider. */
const SsoIdentity = z.object({
  connection: z.object({ id: z.number(), name: z.string() }),
  issuer: z.string(),
  subject: z.string(),
  created_at: z.iso.datetime(),
});
export type SsoIdentity = z.output<typeof SsoIdentity>;

const ofUser = {
  path: "/accounts/users/:id/sso-identities/",
  allow: "company-admin",
  params: z.object({ id: pathId }),
  fails: ["not_found"],
} as const;

export const ssoIdentities = endpoint({
  ...ofUser,
  method: "GET",
  summary: "List with which providers a user signs in, and as whom",
  reply: z.object({ results: z.array(SsoIdentity) }),
});

export const unlinkSso = endpoint({
  ...ofUser,
  method: "DELETE",
  summary: "Unlink a user from single sign-on, and end their sessions",
  description:
    "For a user whom the provider knows by another name now. The next sign-in with the provider links them again, by a verified address of a confirmed domain.",
  confirm: "security",
  reply: z.object({ detail: z.string() }),
});
