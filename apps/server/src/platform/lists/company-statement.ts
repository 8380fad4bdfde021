import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { CompanyData } from "../access/scope.ts";
import { prepared } from "../db/connection.ts";

/**
 * A statement whose only value is the company: compiled once per process, planned once per connection. It filters by
 * the company wherever it reads a company's table. The tenant views restrict it too, but PostgreSQL plans it for the first
 * company that uses the connection, and would assume that company's statistics for all others.
 */
export const companyStatement = <Row>(name: string, write: (companyId: number) => RawBuilder<Row>) => {
  let compiled: CompiledQuery<Row> | undefined;
  return async ({ db, companyId }: CompanyData): Promise<Row[]> => {
    compiled ??= mustUseOnlyCompany(companyId, sql<Row>`${prepared(name)} ${write(companyId)}`.compile(db));
    const statement: CompiledQuery<Row> = {
      ...compiled,
      parameters: compiled.parameters.map(() => companyId),
    };
    const { rows } = await db.executeQuery(statement);
    return rows;
  };
};

const mustUseOnlyCompany = <Row>(companyId: number, compiled: CompiledQuery<Row>): CompiledQuery<Row> => {
  if (compiled.parameters.every((parameter) => parameter === companyId)) return compiled;
  throw new Error(`A fixed statement may have no value but the company: ${compiled.sql}`);
};
