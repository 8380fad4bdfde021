import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { serve } from "./serve.ts";

export interface OpenIdPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[];
}

const newKeys = async (kid: string) => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid }] };
};

/** Where the provider keeps what it issues; its own store prints a warning. */
const makeStore = () => {
  const kept = new Map<string, Record<string, unknown>>();
  return class {
    readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    async upsert(id: string, payload: Record<string, unknown>) {
      kept.set(`${this.kind}:${id}`, payload);
    }
    async find(id: string) {
      return kept.get(`${this.kind}:${id}`);
    }
    async findByUid(uid: string) {
      return [...kept.values()].find((payload) => payload.uid === uid);
    }
    async consume(id: string) {
      const payload = kept.get(`${this.kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      kept.delete(`${this.kind}:${id}`);
    }
    async revokeByGrantId() {}
  };
};

/** An OpenID provider that we did not write (oidc-provider). It signs in `person` without asking. */
export const startOpenIdProvider = async (
  people: readonly OpenIdPerson[],
  redirects: readonly string[] = ["http://portal.test/sso/oidc/callback"],
) => {
  const store = makeStore();
  let provider: { callback(): (request: never, response: never) => void };
  const { url, stop } = await serve((request, response) => {
    if (request.url?.startsWith("/interaction/")) void interact(request, response);
    else provider.callback()(request as never, response as never);
  });
  const state = {
    person: people[0]?.sub ?? "",
    ago: 0,
    secret: "a secret of the client",
    keys: await newKeys("first"),
  };
  const interact = async (request: unknown, response: unknown): Promise<void> => {
    const ts = Math.floor(Date.now() / 1000) - state.ago;
    const result = { login: { accountId: state.person, ts } };
    const made = provider as unknown as {
      interactionFinished(...given: unknown[]): Promise<void>;
    };
    await made.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  const make = () => {
    provider = new Provider(url, {
      adapter: store,
      jwks: state.keys,
      cookies: { keys: ["a key of cookies"] },
      clients: [
        {
          client_id: "portal",
          client_secret: state.secret,
          redirect_uris: [...redirects],
          post_logout_redirect_uris: redirects.map((redirect) => `${new URL(redirect).origin}/`),
        },
      ],
      scopes: ["openid", "email", "profile", "groups"],
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["given_name", "family_name"],
        groups: ["groups"],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      loadExistingGrant: async (context: {
        oidc: {
          provider: { Grant: new (given: object) => Record<string, (given: string) => unknown> };
          client: { clientId: string };
          session: { accountId: string };
        };
      }) => {
        const { provider: at, client, session } = context.oidc;
        const grant = new at.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope?.("openid email profile groups");
        await grant.save?.("");
        return grant;
      },
      findAccount: async (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => people.find((person) => person.sub === sub) ?? { sub },
      }),
      ttl: { Session: 3600, Grant: 3600, AccessToken: 3600, IdToken: 3600, Interaction: 3600 },
    });
  };
  make();
  return {
    url,
    stop,
    signInAs: (sub: string) => {
      state.person = sub;
    },
    /** Who signs in then has done so so many seconds ago; their browser stays signed in. */
    signedInAgo: (seconds: number) => {
      state.ago = seconds;
    },
    /** New keys, and none of the old ones. */
    rollOver: async () => {
      state.keys = await newKeys("second");
      make();
    },
    replaceSecret: (secret: string) => {
      state.secret = secret;
      make();
    },
  };
};
