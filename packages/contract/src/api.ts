import type { Endpoint } from "./kit/endpoint.ts";
import * as signIn from "./sign-in/sign-in.api.ts";

/** The product's whole surface on one screen. */
export const api = {
  "sign-in": Object.values(signIn),
} as const satisfies Record<string, readonly Endpoint[]>;
