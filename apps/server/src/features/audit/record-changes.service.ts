import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addChangeEntry } from "./audit.service.ts";

/** How one kind of record is read and written. */
interface RecordKind<Row extends { readonly id: number }, New, Changes> {
  /** As the audit names it. */
  readonly type: string;
  /** What the audit keeps of it, if not all. */
  readonly audited?: (record: Row) => { readonly id: number };
  find(scope: CompanyScope, id: number): Promise<Row | undefined>;
  lock(scope: CompanyScope, id: number): Promise<Row | undefined>;
  add(scope: CompanyScope, given: New): Promise<{ readonly id: number }>;
  set(scope: CompanyScope, id: number, changes: Changes): Promise<unknown>;
  remove(scope: CompanyScope, id: number): Promise<unknown>;
  /** Fails if the record may not become like this. */
  mayUpdate?(record: Row): void;
  /** Fails if the locked record has to stay. */
  mayDelete?(scope: CompanyScope, record: Row): unknown;
  /** Tells open pages of a change. */
  announce(scope: CompanyScope, record: Row): void;
  /** What is said of a deleted one. */
  readonly deleted: string;
}

/** Records that are found, created, updated and deleted, each change on record in the audit. */
export const recordChanges = <Row extends { readonly id: number }, New, Changes extends object>(
  kind: RecordKind<Row, New, Changes>,
) => {
  const { audited = (record: Row) => record } = kind;
  const find = async (scope: CompanyScope, id: number): Promise<Row> =>
    (await kind.find(scope, id)) ?? fail("not_found");
  const lock = async (scope: CompanyScope, id: number): Promise<Row> =>
    (await kind.lock(scope, id)) ?? fail("not_found");
  const finish = async (
    scope: CompanyScope,
    action: "created" | "updated" | "deleted",
    record: Row,
    before?: Row,
  ): Promise<void> => {
    await addChangeEntry(scope, {
      action: `${kind.type}.${action}`,
      record: audited(record),
      before: before && audited(before),
    });
    kind.announce(scope, record);
  };
  return {
    find,
    create: async (scope: CompanyScope, given: New): Promise<Row> => {
      const { id } = await kind.add(scope, given);
      const record = await find(scope, id);
      await finish(scope, "created", record);
      return record;
    },
    /** A change without effect is not audited. */
    update: async (scope: CompanyScope, id: number, changes: Changes): Promise<Row> => {
      const before = await lock(scope, id);
      const record = { ...before, ...changes };
      kind.mayUpdate?.(record);
      if (JSON.stringify(record) === JSON.stringify(before)) return before;
      await kind.set(scope, id, changes);
      await finish(scope, "updated", record, before);
      return record;
    },
    delete: async (scope: CompanyScope, id: number): Promise<{ detail: string }> => {
      const record = await lock(scope, id);
      await kind.mayDelete?.(scope, record);
      await kind.remove(scope, id);
      await finish(scope, "deleted", record);
      return { detail: kind.deleted };
    },
  };
};
