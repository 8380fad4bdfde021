import {
  type Claim,
  GROUPS_CLAIM,
  MOST_CLAIM_VALUES,
  MOST_CLAIMS,
} from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { isEmail, isStorable, TEXT_MAX } from "@mcc/contract/kit/text.ts";
import type { TakenRequest } from "../requests.queries.ts";
import { SsoProblem } from "./problems.ts";
import { CLOCK_SECONDS } from "./urls.ts";

/** A person as a provider has proven them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly claims: readonly Claim[];
  /** When they signed in there, in seconds since 1970: maybe long ago. Null: the provider does not say. */
  readonly signedInAt: number | null;
  /** Where the session at the provider is ended. */
  readonly signOutUrl: string | null;
}

/** Which claims of a connection have what, if not the usual ones. */
export interface ClaimNames {
  readonly email_claim: string | null;
  readonly first_name_claim: string | null;
  readonly last_name_claim: string | null;
  readonly groups_claim: string | null;
}

const SCHEMAS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const USUAL = {
  email_claim: ["email", "mail", `${SCHEMAS}/emailaddress`, "urn:oid:0.9.2342.19200300.100.1.3"],
  first_name_claim: ["given_name", "givenName", "firstName", `${SCHEMAS}/givenname`, "urn:oid:2.5.4.42"],
  last_name_claim: ["family_name", "sn", "lastName", `${SCHEMAS}/surname`, "urn:oid:2.5.4.4"],
  groups_claim: [
    GROUPS_CLAIM,
    "memberOf",
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
    "http://schemas.xmlsoap.org/claims/Group",
  ],
} as const satisfies Record<keyof ClaimNames, readonly string[]>;

const MOST_CHARACTERS = 1_000;

const isPlain = (value: string): boolean => value.length <= MOST_CHARACTERS && isStorable(value);

/** What can be stored and compared; anything else of a provider is left out. */
const boundedClaims = (claims: readonly Claim[]): Claim[] =>
  claims
    .filter(({ name }) => name !== "" && isPlain(name))
    .slice(0, MOST_CLAIMS)
    .map(({ name, values }) => ({ name, values: values.filter(isPlain).slice(0, MOST_CLAIM_VALUES) }))
    .filter(({ values }) => values.length > 0);

/** Who confirms that it is them has signed in there since they were asked, whatever session they had before. */
export const mustBeFresh = (
  { is_forced, age }: Pick<TakenRequest, "is_forced" | "age">,
  signedInAt: number | null,
): void => {
  if (!is_forced) return;
  // When the answer was made says nothing: a provider that does not ask again makes a new one, too.
  if (signedInAt === null)
    throw new SsoProblem("no_sign_in_time", "the answer does not say when they signed in (auth_time)");
  if (signedInAt < Date.now() / 1000 - age - CLOCK_SECONDS)
    throw new SsoProblem("not_fresh", `they signed in at ${new Date(signedInAt * 1000).toISOString()}`);
};

/** The person of an answer whose signature and origin were checked. */
export const identityOf = (
  names: ClaimNames,
  given: Pick<Identity, "issuer" | "subject" | "isEmailVerified" | "signedInAt" | "signOutUrl"> & {
    readonly claims: readonly Claim[];
  },
): Identity => {
  const claims = boundedClaims(given.claims);
  const valuesOf = (field: keyof ClaimNames): readonly string[] => {
    const candidates: readonly string[] = names[field] ? [names[field]] : USUAL[field];
    return claims.find(({ name }) => candidates.includes(name))?.values ?? [];
  };
  const nameOf = (field: keyof ClaimNames) => (valuesOf(field)[0] ?? "").trim().slice(0, TEXT_MAX);
  const groups = valuesOf("groups_claim");
  const [email, ...others] = valuesOf("email_claim");
  // Of several addresses none is taken for the one that was verified.
  const address = others.length === 0 && email !== undefined && isEmail(email.trim()) ? email.trim() : null;
  return {
    ...given,
    email: address,
    first_name: nameOf("first_name_claim"),
    last_name: nameOf("last_name_claim"),
    claims: [
      ...claims.filter(({ name }) => name !== GROUPS_CLAIM),
      ...(groups.length > 0 ? [{ name: GROUPS_CLAIM, values: [...groups] }] : []),
    ],
  };
};
