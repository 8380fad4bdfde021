import { displayName, type Session } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { canLogInAs } from "@mcc/contract/sites/login-as.rules.ts";
import type { RedeemedLogin } from "@mcc/contract/sites/login-as.schema.ts";
import type { Kysely } from "kysely";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import { requestAddress } from "../../platform/access/request-address.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { isAllowedFrom } from "../../platform/access/sign-in-state.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { addKeyWrites } from "../api-keys/key-writes.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./login-as.queries.ts";

/** The address that opens the storefront as the shop user of a site; only the hash of its token is stored. */
export const loginAsSite = async (
  scope: CompanyScope,
  id: number,
): Promise<{ auth_redirect_url: string }> => {
  const { db, who, sessionId } = scope;
  const shop = (await queries.findShop(scope, id)) ?? fail("not_found");
  if (!canLogInAs(who, shop)) fail("login_as.buyout");
  const storefront = webAddressOf(who.company?.ecommerce_url) ?? fail("login_as.no_storefront");
  const token = randomToken();
  const issued = { hash: hashToken(token), sessionId, siteId: shop.id, address: requestAddress() };
  await queries.addLoginToken(db, issued);
  await addLoginAudit(db, "site.login_as", who, shop);
  storefront.searchParams.set("token", token);
  return { auth_redirect_url: storefront.href };
};

/** The rights, the sites, the networks and the buyout rule are those of the moment: they may have changed since the token was issued. */
export const redeemLoginAs = async (
  { db, key }: IntegrationScope,
  { token }: { token: string },
): Promise<RedeemedLogin> => {
  const login = await queries.redeemLoginToken(db, hashToken(token), key.companyId);
  const { company } = login?.who ?? {};
  if (!login || !company || !isAllowedFrom(login.signIn, login.asked_from)) fail("login_as.invalid");
  const { who, siteIds } = login;
  const shop = await queries.findShop({ db, companyId: company.id, siteIds }, login.site);
  if (!shop || !canLogInAs(who, shop)) fail("login_as.invalid");
  await addLoginAudit(db, "site.login_as_redeemed", who, shop, { key: key.name });
  await addKeyWrites({ db, key }, "login", [shop.ecommerce_username], true);
  return {
    ecommerce_username: shop.ecommerce_username,
    site: { id: shop.id, name: shop.name },
    company: { name: company.name, slug_name: company.slug_name },
    user: who,
    expires_at: login.token_ends.toISOString(),
    signed_in_until: login.session_ends.toISOString(),
  };
};

/** Only a web page can be opened. */
const webAddressOf = (address: string | null | undefined): URL | null => {
  const url = URL.parse(address ?? "");
  return url && ["http:", "https:"].includes(url.protocol) ? url : null;
};

const addLoginAudit = (
  db: Kysely<Tables>,
  action: string,
  who: Session,
  { id, name, ecommerce_username }: { id: number; name: string; ecommerce_username: string },
  more = {},
) =>
  addAuditEntry(db, {
    actor: { id: who.id, name: displayName(who) },
    onBehalfOf: ecommerce_username,
    action,
    record: { type: "site", id },
    details: { name, ecommerce_username, ...more },
  });
