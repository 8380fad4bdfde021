import { allowAssistant } from "@mcc/contract/assistants/assistants.api.ts";
import { ASSISTANT_KIND_NAMES, type AssistantKind } from "@mcc/contract/assistants/assistants.schema.ts";
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { TestServer } from "./test-server.ts";

export const REDIRECT = "http://127.0.0.1:9/callback";

/** What a program that we did not write keeps of its authorization. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata;
  information: StoredOAuthClientInformation | undefined;
  given: StoredOAuthTokens | undefined;
  verifier = "";
  discovered: OAuthDiscoveryState | undefined;
  asked: URL | undefined;

  constructor(name: string) {
    this.clientMetadata = { client_name: name, redirect_uris: [REDIRECT] };
  }
  clientInformation = () => this.information;
  saveClientInformation = (information: StoredOAuthClientInformation) => {
    this.information = information;
  };
  tokens = () => this.given;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.given = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.discovered = state;
  };
  discoveryState = () => this.discovered;
}

/** The cookies of one browser. */
export const makeBrowser = () => {
  const cookies = new Map<string, string>();
  return async (url: string | URL): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: cookie ? { cookie } : {} });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
};

/** The request that the portal asks the person about, from where the browser is led to. */
export const requestIn = (response: Response): string =>
  new URL(response.headers.get("location") ?? "", "http://portal.test").searchParams.get("request") ?? "";

interface Consent {
  readonly kinds?: readonly AssistantKind[];
  readonly days?: number;
}

/** An assistant that asks for access with the client of the protocol's own package, up to the person's answer. */
export const askForAccess = async ({ address }: TestServer, name = "Helper") => {
  const kept = new Kept(name);
  const transportOf = () =>
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: kept });
  const transport = transportOf();
  const client = () => new Client({ name, version: "1.0.0" });
  await client()
    .connect(transport)
    .catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
    });
  const browser = makeBrowser();
  const asked = await browser(kept.asked ?? "");
  return { kept, transport, transportOf, client, browser, asked, request: requestIn(asked) };
};

export const consent = (
  { call }: TestServer,
  person: { token: string },
  request: string,
  { kinds = ASSISTANT_KIND_NAMES, days = 30 }: Consent = {},
) => call(allowAssistant, { token: person.token, params: { request }, body: { kinds: [...kinds], days } });

/** An assistant that a person has connected. */
export const connectAssistant = async (
  testServer: TestServer,
  person: { token: string },
  { name, ...given }: Consent & { name?: string } = {},
) => {
  const asking = await askForAccess(testServer, name);
  const { body, status } = await consent(testServer, person, asking.request, given);
  if (status !== 200) throw new Error(`Not allowed: ${status} ${JSON.stringify(body)}`);
  const back = new URL((await asking.browser(body.url)).headers.get("location") ?? "");
  await asking.transport.finishAuth(back.searchParams);
  const client = asking.client();
  await client.connect(asking.transportOf());
  return {
    ...asking,
    client,
    code: back.searchParams.get("code") ?? "",
    token: () => asking.kept.given?.access_token ?? "",
    ask: async (tool: string, args: Record<string, unknown> = {}) => {
      const answer = await client.callTool({ name: tool, arguments: args });
      return { ...answer, data: answer.structuredContent as Record<string, unknown> };
    },
  };
};

export const switchAssistants = ({ sql }: TestServer, companyId: number, on = true) =>
  sql(
    `insert into security_policies (company_id, assistants) values ($1, $2)
     on conflict (company_id) do update set assistants = excluded.assistants`,
    [companyId, on],
  );
