import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { text } from "../kit/text.ts";
import { LoginAsLink, RedeemedLogin } from "./login-as.schema.ts";

export const loginAsSite = endpoint({
  method: "GET",
  writes: true,
  path: "/sites/:id/login-as/",
  summary: "Get an address that opens the storefront as the shop user of a site",
  description:
    "The address has a token that can be redeemed once, within 60 seconds. A buyout site needs a company admin.",
  allow: "impersonate",
  params: z.object({ id: pathId }),
  reply: LoginAsLink,
  fails: ["not_found", "login_as.buyout", "login_as.no_storefront"],
});

export const redeemLoginAs = endpoint({
  method: "POST",
  path: "/integration/v1/login-as/redeem/",
  summary: "Redeem the token of a login-as: who acts as which shop user, for which site",
  description:
    "A token that is unknown, expired, redeemed already or no longer allowed gives the same error. Keep the person signed in to the storefront until signed_in_until at the latest.",
  allow: "key:login-as",
  body: z.object({ token: text() }),
  reply: RedeemedLogin,
  fails: ["login_as.invalid"],
});
