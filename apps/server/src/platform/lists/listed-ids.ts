import { type Kysely, type RawBuilder, sql } from "kysely";
import { companyStatement, prepared } from "../db/connection.ts";
import type { Tables } from "../db/tables.ts";
import type { Condition } from "./list.ts";

declare const listedByStatement: unique symbol;

/**
 * The ids that a statement of this transaction has listed. They stay in the database: the statements that read the rows
 * take the expression `ids` from here. So all of them can be sent together, and those that read need no parameters and
 * are planned only once. Only a listing gives this handle, so nothing is read before something is listed.
 */
export interface ListedIds {
  readonly ids: Condition;
  readonly [listedByStatement]: true;
}

/** A statement that has been sent and lists ids, and what else it answers. */
export interface Listing<T = unknown> {
  readonly listed: ListedIds;
  readonly answer: Promise<T>;
}

const LISTED = { ids: sql`current_setting('mcc.listed')::bigint[]` } as ListedIds;

/** The part of a statement that lists ids. */
export const setListedIds = (ids: Condition): Condition =>
  sql`set_config('mcc.listed', (${ids})::text, true)`;

/** Of a statement with `setListedIds` in it, once it has been sent. */
export const listingOf = <T>(answer: Promise<T>): Listing<T> => ({ listed: LISTED, answer });

/** Lists what a statement finds; `name` makes it a prepared one. */
export const listIds = (db: Kysely<Tables>, ids: Condition, name = sql``): Listing =>
  listingOf(sql`${name} select ${setListedIds(sql`array(${ids})`)}`.execute(db));

/** Lists ids that are known already. */
export const listKnownIds = (db: Kysely<Tables>, ids: readonly number[]): Listing =>
  listingOf(sql`${prepared("list-known")} select ${setListedIds(sql`${ids}::bigint[]`)}`.execute(db));

/** A statement over what is listed that knows nothing else but the company. The expression is one for all listings. */
export const listedStatement = <Row>(
  name: string,
  write: (companyId: number, ids: Condition) => RawBuilder<Row>,
) => {
  const statement = companyStatement(name, (companyId) => write(companyId, LISTED.ids));
  return (scope: Parameters<typeof statement>[0], _listed: ListedIds): Promise<Row[]> => statement(scope);
};
