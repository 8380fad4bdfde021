import { createHmac } from "node:crypto";

/** What the demo storefront was given by the platform: its API key, and the secret that events are signed with. */
export interface StorefrontKeys {
  readonly apiKey: string;
  readonly eventSecret: string;
}

/** The same for every process and every start, so that nothing has to be stored that could be read. */
export const storefrontKeys = (secret: string): StorefrontKeys => {
  const derive = (purpose: string) =>
    createHmac("sha256", secret).update(`demo storefront ${purpose}`).digest("hex");
  return { apiKey: `mcc_live_${derive("key").slice(0, 48)}`, eventSecret: derive("events") };
};
