import { z } from "zod";
import { Claim, MappingPreview } from "../access-mappings/access-mappings.schema.ts";
import { emptyAsNull, requiredText, text, textArea } from "../kit/text.ts";

export const SSO_KINDS = ["oidc", "saml"] as const;
export type SsoKind = (typeof SSO_KINDS)[number];
export const MOST_CONNECTIONS = 10;

/** Longer than metadata of any provider. */
const METADATA_MAX = 500_000;
const Switch = z.boolean({ error: "This must be true or false." });

/** The claims that have the address, the names and the groups of a person; null: the usual ones. */
const claimNames = {
  email_claim: emptyAsNull(text().trim()),
  first_name_claim: emptyAsNull(text().trim()),
  last_name_claim: emptyAsNull(text().trim()),
  groups_claim: emptyAsNull(text().trim()),
};

/** An identity provider of the company. What it is given by an admin, without its secret. */
export const SsoConnection = z.object({
  id: z.number(),
  kind: z.enum(SSO_KINDS),
  name: z.string(),
  /** People can sign in with it. */
  enabled: z.boolean(),
  /** The issuer of OpenID Connect, or the entity id of the SAML metadata. */
  issuer: z.string().nullable(),
  client_id: z.string().nullable(),
  has_client_secret: z.boolean(),
  metadata_url: z.string().nullable(),
  /** Where people are sent to sign in, by the metadata of SAML. */
  sign_in_url: z.string().nullable(),
  certificates: z.array(z.object({ fingerprint: z.string(), valid_until: z.iso.datetime() })),
  email_claim: z.string().nullable(),
  first_name_claim: z.string().nullable(),
  last_name_claim: z.string().nullable(),
  groups_claim: z.string().nullable(),
  /** An unknown person of a confirmed domain becomes a user with the first sign-in. */
  creates_users: z.boolean(),
  /** Has everything that a sign-in needs. */
  is_complete: z.boolean(),
  /** When a try-out last succeeded; null since the settings were changed. It takes one to switch the connection on. */
  tested_at: z.iso.datetime().nullable(),
  /**
   * Whether the provider says when a person signed in there, by its last answer. If not, a sign-in there is no
   * confirmation that it is still them. Null: it has not answered yet.
   */
  tells_sign_in_time: z.boolean().nullable(),
  /** What to enter at the provider. */
  ours: z.object({
    /** OpenID Connect: the redirect address, and the one after signing out. */
    redirect_url: z.string(),
    signed_out_url: z.string(),
    /** SAML: the entity id, which is also the address of our metadata, and the assertion consumer service. */
    entity_id: z.string(),
    acs_url: z.string(),
    /** SAML: where the provider leads back to after signing out. */
    saml_signed_out_url: z.string(),
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type SsoConnection = z.output<typeof SsoConnection>;

const settings = {
  name: requiredText("Please name the connection", 100).trim(),
  issuer: emptyAsNull(text(1_000).trim()).describe("OpenID Connect: the address of the issuer"),
  client_id: emptyAsNull(text(1_000).trim()),
  client_secret: text(2_000).describe("Never shown again; empty or left out: stays as it is").optional(),
  metadata_url: emptyAsNull(text(1_000).trim()).describe("SAML: where the metadata is read from"),
  metadata: textArea(METADATA_MAX).describe("SAML: the metadata itself, instead of its address").optional(),
  ...claimNames,
  creates_users: Switch.optional(),
};

/** What is missing can be given later: the addresses to enter at the provider are known from then on. */
export const NewSsoConnection = z.object({
  kind: z.enum(SSO_KINDS, { error: `This must be one of ${SSO_KINDS.join(", ")}.` }),
  ...settings,
});
export type NewSsoConnection = z.output<typeof NewSsoConnection>;

export const SsoConnectionChanges = z.object({ ...settings, enabled: Switch }).partial();
export type SsoConnectionChanges = z.output<typeof SsoConnectionChanges>;

/** none: never tried since the last change. waiting: the provider has not answered yet. */
const SSO_TEST_STATES = ["none", "waiting", "refused", "passed"] as const;

/** The last try-out of a connection: what the provider said, and what would follow if it counted. */
export const SsoTest = z.object({
  state: z.enum(SSO_TEST_STATES),
  at: z.iso.datetime().nullable(),
  /** Why the answer was refused, in words, and its number in the sign-in log. */
  problem: z.string().nullable(),
  reference: z.string().nullable(),
  identity: z
    .object({
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
    })
    .nullable(),
  claims: z.array(Claim),
  /** What a sign-in of this person would do: sign in a user it is bound to, bind one, create one, or be refused. */
  outcome: z.enum(["known", "bind", "create", "refuse"]).nullable(),
  /** The user who would be signed in, or why nobody would. */
  user: z.object({ id: z.number(), name: z.string(), username: z.string() }).nullable(),
  refusal: z.string().nullable(),
  unconfirmed_domain: z
    .string()
    .nullish()
    .describe("The domain of the address, if that is refused because it is not confirmed"),
  mapping: MappingPreview.nullable(),
});
export type SsoTest = z.output<typeof SsoTest>;
