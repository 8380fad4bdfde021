import { problemOf } from "../../../platform/outgoing/outgoing-address.ts";
import { sendOutgoingRequest } from "../../../platform/outgoing/outgoing-request.ts";
import type { Services } from "../../../platform/services.ts";
import { SsoProblem } from "./problems.ts";

const SECONDS = 10;
const MOST_BYTES = 1024 * 1024;

interface FetchOptions {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** An address of a provider: encrypted and public, or in a network that the operator allows. */
export const mustBeProviderUrl = async (
  { settings }: Pick<Services, "settings">,
  address: string,
): Promise<URL> => {
  const url = URL.parse(address);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password)
    throw new SsoProblem("misconfigured", `${address.slice(0, 200)} is not an address`);
  const problem = await problemOf(url, settings.identityNetworks);
  if (problem) throw new SsoProblem("misconfigured", `${url.host} is ${problem}`);
  return url;
};

/** Like fetch, for addresses that admins and providers name: guarded, bounded, and without redirects. */
export const providerFetch =
  (services: Pick<Services, "settings">) =>
  async (address: string, { method = "GET", headers = {}, body }: FetchOptions = {}): Promise<Response> => {
    const url = await mustBeProviderUrl(services, address);
    try {
      const response = await sendOutgoingRequest(url, {
        method,
        headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
        ...(body == null ? {} : { body: String(body) }),
        signal: AbortSignal.timeout(SECONDS * 1000),
        networks: services.settings.identityNetworks,
      });
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of response as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > MOST_BYTES) throw new Error("its answer is too large");
        parts.push(part);
      }
      const { statusCode: status = 500, headers: answered } = response;
      const isEmpty = [204, 205, 304].includes(status);
      return new Response(isEmpty ? null : Buffer.concat(parts), {
        status: status >= 200 ? status : 500,
        headers: headersOf(answered),
      });
    } catch (error) {
      throw new SsoProblem("unreachable", `${url.host}: ${(error as Error).message}`);
    }
  };

/** What the libraries look at. */
const headersOf = (headers: {
  "content-type"?: string;
  "www-authenticate"?: string;
}): Record<string, string> => ({
  "content-type": headers["content-type"] ?? "",
  ...(headers["www-authenticate"] ? { "www-authenticate": headers["www-authenticate"] } : {}),
});
