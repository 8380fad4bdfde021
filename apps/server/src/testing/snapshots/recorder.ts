import type { Session } from "@mcc/contract/access/session.ts";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, type QueryResult } from "kysely";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { toSignInState } from "../../platform/access/sign-in-state.ts";
import { RepeatedListCompiler } from "../../platform/db/query-compiler.ts";
import type { Tables } from "../../platform/db/tables.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A substitute for the database connection: no statement is executed. */
type Answer = (sql: string) => readonly object[];

/** Writes down each statement as the product compiles it. */
const recorder = (statements: Statement[], answer: Answer): Kysely<Tables> => {
  class Recorder extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<R>({ sql, parameters }: Statement): Promise<QueryResult<R>> {
          statements.push({ sql, parameters });
          return { rows: answer(sql) as R[] };
        },
        streamQuery(): never {
          throw new Error("A recorder does not stream.");
        },
      };
    }
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Recorder(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new RepeatedListCompiler(),
    },
  });
};

/** A company admin of company 7, which has a hierarchy and approvals. */
const WHO = {
  id: 3,
  first_name: "Dana",
  last_name: "Whitfield",
  is_company_admin: true,
  company: { id: 7, has_company_hierarchy: true, has_order_approval: true },
} as Session;

type Scope = CompanyScope & IntegrationScope;

/** One operation of the product: a title, and the calls that execute its statements. */
export interface SnapshotCase {
  readonly title: string;
  readonly run: (scope: Scope) => unknown;
  readonly siteIds?: readonly number[];
  readonly answer?: Answer;
}

/** One row with an id: enough for code that needs a result to continue. */
const ONE_ROW: Answer = () => [{ id: 11 }];

export const statementsOf = async ({
  run,
  siteIds,
  answer = ONE_ROW,
}: SnapshotCase): Promise<Statement[]> => {
  const statements: Statement[] = [];
  await run({
    who: WHO,
    sessionId: "6f1c0c4e-0000-4000-8000-000000000000",
    token: "",
    companyId: 7,
    siteIds: siteIds ?? "all",
    delegations: [],
    signIn: toSignInState({}),
    key: { id: 5, name: "ERP", companyId: 7 },
    features: { approvals: true, hierarchy: true },
    db: recorder(statements, answer),
    afterCommit: () => {},
  });
  return statements;
};
