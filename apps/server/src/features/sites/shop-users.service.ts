import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { siteMessages as says } from "@mcc/contract/sites/sites.messages.ts";
import { isReadable } from "@mcc/contract/users/usernames.rules.ts";
import { hashPassword } from "../../platform/access/password.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./shop-users.queries.ts";

const FIELD = "ecommerce_username";
const unique = { index: "shop_users_username", field: FIELD, message: says.usernameTaken };

interface ShopUser {
  readonly username: string;
  readonly email: string | null;
}

/** Whoever creates sites and users asks this often; whoever guesses usernames more often. */
const EXISTS_LIMIT = { max: 120, seconds: 60 };

export const countExistsCall = ({ database }: Services, { who }: CompanyScope) =>
  countAttempt(database.platform, [{ bucket: `exists:${who.id}`, ...EXISTS_LIMIT }]);

export const usernameExists = async (services: Services, scope: CompanyScope, username: string) => {
  await countExistsCall(services, scope);
  if (!(await queries.usernameExists(scope, username))) fail("not_found");
  return { exists: true } as const;
};

/** For users of the portal, whose usernames no shop user may have. */
export { usernameExists as isUsernameTaken } from "./shop-users.queries.ts";

/** Another company's shop user and a user of the portal get the same answer as the call that checks usernames gives. */
const mustBeFree = async (scope: CompanyScope, username: string): Promise<void> => {
  if (!isReadable(username)) failField(FIELD, says.usernameReadable);
  if (await queries.usernameExists(scope, username)) failField(FIELD, says.usernameTaken);
};

/** A password that was hashed before, where many are. */
export interface HashedPassword {
  readonly hash: string;
}

/** With a password the shop user is created, without one it has to exist. Returns its username. */
export const shopUserForNewSite = async (
  scope: CompanyScope,
  { username, email }: ShopUser,
  password: string | HashedPassword | undefined,
): Promise<string> => {
  const own = password === undefined ? await queries.findShopUser(scope, username) : undefined;
  if (own) return own.username;
  await mustBeFree(scope, username);
  if (password === undefined) failField("password", says.passwordRequired);
  const password_hash = typeof password === "string" ? await hashPassword(password) : password.hash;
  await writeUnique(queries.addShopUser(scope, { username, email, password_hash }), unique);
  return username;
};

/** A shop user of the company with this username, if need be a new one without a password: login-as needs none. */
export const shopUserForClone = async (scope: CompanyScope, shopUser: ShopUser): Promise<string> => {
  const own = await queries.findShopUser(scope, shopUser.username);
  if (own) return own.username;
  await mustBeFree(scope, shopUser.username);
  await writeUnique(queries.addShopUser(scope, { ...shopUser, password_hash: null }), unique);
  return shopUser.username;
};

const isSame = (some: string, other: string): boolean => some.toLowerCase() === other.toLowerCase();

/**
 * A site gets another shop user of the company, or its own gets another username or address. One that other sites have
 * too stays as it is.
 */
export const shopUserForChange = async (
  scope: CompanyScope,
  site: { readonly id: number; readonly ecommerce_username: string },
  shopUser: ShopUser,
): Promise<string> => {
  const before = site.ecommerce_username;
  const own = await queries.findShopUser(scope, before);
  const isOnlyHere = own !== undefined && !(await queries.isSharedShopUser(scope, before, site.id));
  if (isSame(before, shopUser.username)) {
    if (isOnlyHere) await queries.setShopUser(scope, own.id, { email: shopUser.email });
    return before;
  }
  if (!isOnlyHere || (await queries.findShopUser(scope, shopUser.username)))
    return shopUserForClone(scope, shopUser);
  await mustBeFree(scope, shopUser.username);
  await writeUnique(queries.setShopUser(scope, own.id, shopUser), unique);
  return shopUser.username;
};
