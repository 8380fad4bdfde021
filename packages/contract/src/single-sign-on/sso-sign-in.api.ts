import { z } from "zod";
import { SessionUser } from "../access/session.ts";
import { endpoint } from "../kit/endpoint.ts";
import { requiredText, text } from "../kit/text.ts";

/** A button of the login page. `url` begins a sign-in; add `&next=` and a path of the portal to go on there. */
const SsoButton = z.object({ name: z.string(), url: z.string() });

export const ssoOfHost = endpoint({
  method: "GET",
  path: "/accounts/sso-lookup/",
  allow: "anyone",
  summary: "Get the identity providers of the company whose host this is",
  description: "`required`: a password signs in emergency admins only. A host of no company has none.",
  reply: z.object({ results: z.array(SsoButton), required: z.boolean() }),
});

export const ssoOfAddress = endpoint({
  method: "POST",
  path: "/accounts/sso-lookup/",
  allow: "anyone",
  summary: "Find where the owner of an e-mail address signs in, by its domain alone",
  description: "The same for every address of a domain, whether there is an account or not.",
  body: z.object({ email: requiredText("Please provide a valid username or email address").trim() }),
  reply: z.object({ url: z.string().nullable() }),
  fails: ["rate.limited"],
});

export const signInWithSso = endpoint({
  method: "POST",
  path: "/accounts/sso-token/",
  allow: "anyone",
  summary: "Complete a sign-in with an identity provider",
  description:
    "The provider's answer leads to /?sso=1&next={page}, with the code in the cookie `mcc-sso-code` (over TLS `__Host-mcc-sso-code`), which the page reads. It works once, for one minute. A refused sign-in says why, with `reference`: its number in the sign-in log.",
  body: z.object({ code: text(100) }),
  reply: z.object({ token: z.string(), user: SessionUser }),
  fails: ["auth.sso_refused", "auth.network", "rate.limited"],
});

export const confirmWithSso = endpoint({
  method: "POST",
  path: "/accounts/sso-confirm/",
  allow: "session:own",
  whileEnrolling: true,
  summary: "Confirm that it is still the signed-in user, who has signed in at their identity provider again",
  description:
    "`sso_url` of `POST /accounts/confirm/options/` leads to /?sso=confirm, with the code in the same cookie as that of a sign-in. The provider has to be the one of the session and to say that they signed in since. Then repeat the call that was refused with auth.confirmation_required.",
  body: z.object({ code: text(100) }),
  reply: z.object({ detail: z.string(), confirmed_at: z.iso.datetime() }),
  fails: ["auth.sso_not_confirmed", "rate.limited"],
});
