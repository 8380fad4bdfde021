import pg from "pg";
import { hashToken } from "../../platform/access/tokens.ts";
import type { StorefrontKeys } from "./keys.ts";

/** The storefront's part of the address. */
export const STOREFRONT_PATH = "/storefront";

const DEMO_COMPANIES = "(select company_id from mcc.users where is_demo and company_id is not null)";

const ADD_KEY = `
  insert into mcc.api_keys (name, prefix, key_hash, scopes)
  values ('Demo storefront', left($1, 13), $2, '{orders,documents,login-as}')
  on conflict (key_hash) do update set revoked_at = null where api_keys.revoked_at is not null`;

/** An address that somebody has entered since stays. */
const SET_STOREFRONT = `
  update mcc.companies set ecommerce_url = $1
  where id in ${DEMO_COMPANIES} and ecommerce_url is distinct from $1
    and (ecommerce_url is null or ecommerce_url = 'https://shop.' || slug_name || '.example.com'
      or ecommerce_url like '%${STOREFRONT_PATH}/')`;
const SET_EVENTS = `
  update mcc.company_configurations set event_url = $1, event_secret = $2
  where company_id in ${DEMO_COMPANIES} and (event_url, event_secret) is distinct from ($1, $2)
    and (event_url is null or event_url like '%${STOREFRONT_PATH}/events')`;

const run = async (url: string, statements: readonly (readonly [text: string, values: unknown[]])[]) => {
  const client = new pg.Client({ connectionString: url, application_name: "mcc_demo" });
  await client.connect();
  try {
    for (const [text, values] of statements) await client.query(text, values);
  } finally {
    await client.end();
  }
};

/** Makes the storefront known to the portal, as the platform would: its key, and its addresses in the demo companies. */
export const registerStorefront = (url: string, publicUrl: string, { apiKey, eventSecret }: StorefrontKeys) =>
  run(url, [
    [ADD_KEY, [apiKey, hashToken(apiKey)]],
    [SET_STOREFRONT, [`${publicUrl}${STOREFRONT_PATH}/`]],
    [SET_EVENTS, [`${publicUrl}${STOREFRONT_PATH}/events`, eventSecret]],
  ]);

/** While the demo is off, its key is not valid. */
export const revokeStorefront = (url: string, { apiKey }: StorefrontKeys) =>
  run(url, [
    [
      "update mcc.api_keys set revoked_at = now() where key_hash = $1 and revoked_at is null",
      [hashToken(apiKey)],
    ],
  ]);
