type Secret = string | (() => string | Promise<string>);

/** How a portal is reached, and as whom. */
export interface ConnectionOptions {
  /** Where the API is served: `https://manager.acme.example/api`, or the root of a `manager-api.` host. */
  readonly url: string;
  /** The token of a user, as `signIn` returns it, or a function that finds it before each request. */
  readonly token?: Secret;
  /** An API key, instead of a token. */
  readonly key?: Secret;
  /** How often a request is sent again that the server had no time for, or that got no response; 3 by default. */
  readonly retries?: number;
  /** The most seconds to wait before a request is sent again; if the server asks for more, the call fails. 60 by default. */
  readonly maxWait?: number;
  /** Used instead of the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A portal and its caller: the first argument of every call. */
export interface Connection extends ConnectionOptions {
  readonly retries: number;
  readonly maxWait: number;
}

/** Opens nothing yet: every call sends its own request. */
export const connect = (options: ConnectionOptions): Connection => {
  const url = new URL(options.url);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError("The url must begin with https:// or http://.");
  if (options.token && options.key) throw new TypeError("Give either a token or a key.");
  return Object.freeze({
    retries: 3,
    maxWait: 60,
    ...options,
    url: `${url.origin}${url.pathname}`.replace(/\/+$/, ""),
  });
};

const secretNow = (secret: Secret): string | Promise<string> =>
  typeof secret === "function" ? secret() : secret;

/** The header that says who is calling. */
export const authorizationOf = async ({ token, key }: Connection): Promise<Record<string, string>> => {
  if (token) return { authorization: `JWT ${await secretNow(token)}` };
  return key ? { authorization: `ApiKey ${await secretNow(key)}` } : {};
};
