import { displayName } from "@mcc/contract/access/session.ts";
import { erasureMessages } from "@mcc/contract/erasure/erasure.messages.ts";
import { type Erasure, type ErasureRequest, formerUser } from "@mcc/contract/erasure/erasure.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { deleteUser } from "../users/user-records.service.ts";
import * as queries from "./erasure.queries.ts";

export const ERASE_PERSON = "erase-person";
const MOST_LISTED = 100;

const toErasure = ({ id: _, user, asked_at, done_at, ...rest }: queries.ErasureRecord): Erasure => ({
  user,
  name: formerUser(user),
  asked_at: asked_at.toISOString(),
  done_at: done_at?.toISOString() ?? null,
  ...rest,
});

export const listErasures = async (scope: CompanyScope) => ({
  results: (await queries.erasureRows(scope, MOST_LISTED)).map(toErasure),
});

const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Deletes the user at once; a job takes the name out of everything else. A second request finds the first one. */
export const eraseUser = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  { name }: ErasureRequest,
): Promise<Erasure> => {
  const person = (await queries.lockPerson(scope, id)) ?? fail("not_found");
  const [known] = await queries.erasureRows(scope, 1, id);
  if (known) return toErasure(known);
  if (id === scope.who.id) fail("user.self");
  if (!isSameName(name, displayName(person)))
    failField("name", erasureMessages.wrongName(displayName(person)));
  if (!person.deleted_at) await deleteUser(services, scope, id);
  const erasure = await queries.addErasure(scope, id, scope.who.id);
  await addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "erasure.requested",
    record: { type: "user", id },
    details: { name: formerUser(id) },
  });
  scope.afterCommit(() =>
    services.jobs.requestJob(
      ERASE_PERSON,
      { erasure: erasure.id, companyId: scope.companyId },
      String(erasure.id),
    ),
  );
  const [added] = await queries.erasureRows(scope, 1, id);
  return toErasure(added as queries.ErasureRecord);
};
