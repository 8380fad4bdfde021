import { z } from "zod";

/** How long the token of a login-as is valid. */
export const LOGIN_AS_SECONDS = 60;

export const LoginAsLink = z.object({
  /** The company's storefront address with the token. */
  auth_redirect_url: z.string(),
});

/** What the storefront learns from a token: the shop user it lets in, and the real person who acts. */
export const RedeemedLogin = z.object({
  ecommerce_username: z.string(),
  site: z.object({ id: z.number(), name: z.string() }),
  company: z.object({ name: z.string(), slug_name: z.string() }),
  user: z.object({
    id: z.number(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
  }),
  /** When the token would have expired. */
  expires_at: z.iso.datetime(),
  /** When the person's session in the portal ends, at the latest. */
  signed_in_until: z.iso.datetime(),
});
export type RedeemedLogin = z.output<typeof RedeemedLogin>;
