import samlp from "samlp";
import { makeSigningKey, type SigningKey } from "./certificate.ts";
import { serve } from "./serve.ts";

export interface SamlPerson {
  readonly id: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly groups: readonly string[];
}

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** The claims of a person, as samlp asks for them. */
const profileOf = ({ id, email, givenName, familyName, groups }: SamlPerson) => ({
  getClaims: () => ({
    [`${CLAIMS}/emailaddress`]: email,
    [`${CLAIMS}/givenname`]: givenName,
    [`${CLAIMS}/surname`]: familyName,
    "http://schemas.xmlsoap.org/claims/Group": groups,
  }),
  getNameIdentifier: () => ({ nameIdentifier: id, nameIdentifierFormat: PERSISTENT }),
});
const noClaimTypes = Object.assign(() => {}, { prototype: { metadata: [] } });

/** A SAML provider that we did not write (samlp). It signs in `person` without asking. */
export const startSamlProvider = async (person: SamlPerson) => {
  const state: { person: SamlPerson; signing: SigningKey } = { person, signing: makeSigningKey() };
  const { url, stop } = await serve((request, response) => {
    const at = new URL(request.url ?? "/", url);
    const send = (body: unknown) => response.end(String(body));
    const asExpress = Object.assign(request, {
      query: Object.fromEntries(at.searchParams),
      originalUrl: request.url,
      protocol: "http",
    });
    const answer = Object.assign(response, {
      send,
      set: (name: string, value: string) => response.setHeader(name, value),
    });
    const options = { issuer: `${url}/entity`, cert: state.signing.pem, key: state.signing.key };
    const failed = (error: unknown) => response.writeHead(500).end(String(error));
    if (at.pathname.startsWith("/metadata"))
      samlp.metadata({ ...options, profileMapper: noClaimTypes, redirectEndpointPath: "/sign-in" })(
        asExpress,
        answer,
      );
    else if (at.pathname === "/logout") send("You are signed out here, too.");
    else
      samlp.parseRequest(
        asExpress,
        (error: unknown, { assertionConsumerServiceURL: acs }: { assertionConsumerServiceURL: string }) => {
          if (error) return failed(error);
          samlp.auth({
            ...options,
            profileMapper: profileOf,
            getUserFromRequest: () => state.person,
            getPostURL: (_: unknown, __: unknown, ___: unknown, done: (error: null, url: string) => void) =>
              done(null, acs),
            recipient: acs,
            destination: acs,
          })(asExpress, answer, failed);
        },
      );
  });
  return {
    url,
    stop,
    metadataUrl: `${url}/metadata/FederationMetadata/2007-06/FederationMetadata.xml`,
    issuer: `${url}/entity`,
    signInAs: (next: SamlPerson) => {
      state.person = next;
    },
    rollOver: () => {
      state.signing = makeSigningKey();
    },
  };
};
