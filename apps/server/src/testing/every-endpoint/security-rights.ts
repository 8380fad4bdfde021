import type { RightsRow } from "./kinds.ts";

/** Who may decide how the users of a company sign in, and from where they come. */
export const SECURITY_RIGHTS: readonly RightsRow[] = [
  {
    rule: "Company admins only: the security policy, the sessions and sign-ins of the company, tokens and log of its directory.",
    allowed: ["admin", "bareAdmin"],
    endpoints: [
      "GET /accounts/security-policy/",
      "PATCH /accounts/security-policy/",
      "POST /accounts/security-policy/preview/",
      "GET /accounts/sign-ins/",
      "GET /accounts/sign-ins/suggestions/",
      "GET /accounts/company-sessions/",
      "GET /accounts/company-sessions/suggestions/",
      "DELETE /accounts/company-sessions/:id/",
      "DELETE /accounts/company-sessions/",
      "GET /accounts/directory-tokens/",
      "POST /accounts/directory-tokens/",
      "DELETE /accounts/directory-tokens/:id/",
      "GET /accounts/directory-log/",
      "GET /accounts/directory-log/suggestions/",
    ],
  },
];
