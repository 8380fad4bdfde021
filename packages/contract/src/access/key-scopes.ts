/** What an API key may be good for. */
export const KEY_SCOPES = ["orders", "documents", "login-as"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** How an endpoint says that it takes API keys of a scope, and no user tokens. */
export type KeyAllow = `key:${KeyScope}`;

export const isKeyAllow = (allow: string): allow is KeyAllow => allow.startsWith("key:");
export const scopeOfAllow = (allow: KeyAllow): KeyScope => allow.slice("key:".length) as KeyScope;
