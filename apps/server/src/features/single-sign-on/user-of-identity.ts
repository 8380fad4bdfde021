import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ConnectionRecord } from "./connections.queries.ts";
import * as queries from "./identities.queries.ts";
import type { Identity } from "./protocols/identity.ts";
import { SsoProblem } from "./protocols/problems.ts";

interface User {
  readonly id: number;
  readonly name: string;
  readonly username: string;
}
/** What a sign-in does: signs in the user that a person is bound to, binds one, or creates one. */
export type Outcome =
  | { readonly outcome: "known" | "bind"; readonly user: User }
  | { readonly outcome: "create"; readonly email: string };

/** A verified address of a domain that the company has confirmed; nothing else binds a person to a user. */
const provenAddress = async (scope: CompanyScope, { email, isEmailVerified }: Identity): Promise<string> => {
  if (email === null) throw new SsoProblem("no_address");
  if (!isEmailVerified) throw new SsoProblem("unverified_address", email);
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!(await queries.isConfirmedDomain(scope, domain))) throw new SsoProblem("foreign_domain", domain);
  return email;
};

/** Who a person of a provider is in the company. Changes nothing; refuses with a problem. */
export const userOf = async (
  scope: CompanyScope,
  { id, creates_users }: Pick<ConnectionRecord, "id" | "creates_users">,
  identity: Identity,
): Promise<Outcome> => {
  const bound = await queries.findBound(scope, id, identity.issuer, identity.subject);
  if (bound?.is_disabled) throw new SsoProblem("disabled", bound.username, bound.id);
  if (bound) return { outcome: "known", user: bound };
  const email = await provenAddress(scope, identity);
  const user = await queries.findByEmail(scope, id, email);
  if (user?.is_disabled) throw new SsoProblem("disabled", user.username, user.id);
  if (user?.is_bound) throw new SsoProblem("other_identity", user.username, user.id);
  if (user) return { outcome: "bind", user };
  if (!creates_users) throw new SsoProblem("no_account", email);
  return { outcome: "create", email };
};
