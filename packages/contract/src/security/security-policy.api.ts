import { endpoint } from "../kit/endpoint.ts";
import { PolicyPreview, PolicyWithAddress, SecurityPolicyChanges } from "./security-policy.schema.ts";

const policy = { path: "/accounts/security-policy/", allow: "company-admin" } as const;

export const findSecurityPolicy = endpoint({
  ...policy,
  method: "GET",
  summary: "Get how the users of the company sign in, and how long and from where they stay signed in",
  reply: PolicyWithAddress,
});

export const updateSecurityPolicy = endpoint({
  ...policy,
  method: "PATCH",
  summary: "Change the security policy of the company; what is left out stays",
  description:
    "It applies to sessions that are open, too. Networks that leave out the address of the request are refused.",
  confirm: "security",
  body: SecurityPolicyChanges,
  reply: PolicyWithAddress,
});

export const previewSecurityPolicy = endpoint({
  ...policy,
  method: "POST",
  path: "/accounts/security-policy/preview/",
  summary: "Find out whom a change of the security policy would affect; changes nothing",
  body: SecurityPolicyChanges,
  reply: PolicyPreview,
});
