/** The scopes an API key can have. */
export const KEY_SCOPES = ["orders", "documents", "login-as"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Marks an endpoint that accepts API keys with a scope and no user tokens. */
export type KeyAllow = `key:${KeyScope}`;

export const isKeyAllow = (allow: string): allow is KeyAllow => allow.startsWith("key:");
export const scopeOfAllow = (allow: KeyAllow): KeyScope => allow.slice("key:".length) as KeyScope;
