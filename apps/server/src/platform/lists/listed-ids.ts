import { type Kysely, type RawBuilder, sql } from "kysely";
import { prepared } from "../db/connection.ts";
import type { Tables } from "../db/tables.ts";
import { companyStatement } from "./company-statement.ts";
import type { Condition } from "./list.ts";

declare const listedByStatement: unique symbol;

/**
 * The ids that a statement of this transaction has found and stored in a setting of the transaction (`mcc.listed`). The
 * statements that read the rows use the expression `ids`. So all statements can be sent together, and those that read
 * need no parameters and are planned once. Only a statement that lists ids gives this handle, so no rows are read
 * before.
 */
export interface ListedIds {
  readonly ids: Condition;
  readonly [listedByStatement]: true;
}

/** A statement that lists ids and has been sent; `answer` is its result. */
export interface Listing<T = unknown> {
  readonly listed: ListedIds;
  readonly answer: Promise<T>;
}

const LISTED = { ids: sql`current_setting('mcc.listed')::bigint[]` } as ListedIds;

/** The expression that stores the ids. */
export const setListedIds = (ids: Condition): Condition =>
  sql`set_config('mcc.listed', (${ids})::text, true)`;

/** The handle of a statement that contains `setListedIds` and has been sent. */
export const listingOf = <T>(answer: Promise<T>): Listing<T> => ({ listed: LISTED, answer });

/** Lists the ids that a query finds; `name` makes it a prepared statement. */
export const listIds = (db: Kysely<Tables>, ids: Condition, name = sql``): Listing =>
  listingOf(sql`${name} select ${setListedIds(sql`array(${ids})`)}`.execute(db));

/** Lists ids that are known already. */
export const listKnownIds = (db: Kysely<Tables>, ids: readonly number[]): Listing =>
  listingOf(sql`${prepared("list-known")} select ${setListedIds(sql`${ids}::bigint[]`)}`.execute(db));

/** A prepared statement that reads the listed ids and has no parameter but the company. */
export const listedStatement = <Row>(
  name: string,
  write: (companyId: number, ids: Condition) => RawBuilder<Row>,
) => {
  const statement = companyStatement(name, (companyId) => write(companyId, LISTED.ids));
  return (scope: Parameters<typeof statement>[0], _listed: ListedIds): Promise<Row[]> => statement(scope);
};
