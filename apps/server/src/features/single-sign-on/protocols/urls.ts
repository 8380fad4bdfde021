import type { Services } from "../../../platform/services.ts";

/** Clocks of providers may be 5 minutes apart from ours, and an answer takes a moment. */
export const CLOCK_SECONDS = 5 * 60 + 10;
/** Asks the provider to tell when the person signed in there, and to let nobody in who did so longer ago. */
export const MOST_AGE_SECONDS = 30 * 24 * 60 * 60;

export interface OurUrls {
  readonly origin: string;
  readonly redirect_url: string;
  readonly signed_out_url: string;
  readonly entity_id: string;
  readonly acs_url: string;
  readonly saml_signed_out_url: string;
}

/** The addresses to enter at a provider: of the company's own host, if it has one. */
export const ourUrls = (
  { publicUrl }: Pick<Services, "publicUrl">,
  { id, mcc_host }: { readonly id: number; readonly mcc_host: string | null },
): OurUrls => {
  const shared = new URL(publicUrl());
  const port = shared.port === "" ? "" : `:${shared.port}`;
  const origin = mcc_host ? `${shared.protocol}//${mcc_host.toLowerCase()}${port}` : shared.origin;
  return {
    origin,
    redirect_url: `${origin}/sso/oidc/callback`,
    signed_out_url: `${origin}/`,
    entity_id: `${origin}/sso/saml/${id}/metadata`,
    acs_url: `${origin}/sso/saml/${id}/acs`,
    saml_signed_out_url: `${origin}/sso/saml/${id}/signed-out`,
  };
};
