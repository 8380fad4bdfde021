import { fail } from "@mcc/contract/kit/errors.ts";
import type { SsoTest } from "@mcc/contract/single-sign-on/connections.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./connections.queries.ts";
import { isComplete } from "./connections.service.ts";
import { prepareTest } from "./sign-on.service.ts";
import { NEVER_TRIED, waitingTest } from "./test-result.ts";

export const startSsoTest = async (services: Services, transactions: CompanyTransactions, id: number) => {
  const { connection, testerId } = await transactions.run(async (scope) => ({
    connection: (await queries.findConnection(scope, id)) ?? fail("not_found"),
    testerId: scope.who.id,
  }));
  if (!isComplete(connection)) fail("sso.incomplete");
  const url = await prepareTest(services, connection, testerId);
  await transactions.run((scope) => queries.saveTest(scope, id, waitingTest()));
  return { url };
};

export const findSsoTest = async (scope: CompanyScope, id: number): Promise<SsoTest> => {
  if (!(await queries.findConnection(scope, id))) fail("not_found");
  return (await queries.findTest(scope, id)) ?? NEVER_TRIED;
};
