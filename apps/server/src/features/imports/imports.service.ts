import type { Import } from "@mcc/contract/imports/imports.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import { toImport } from "./imports.list.ts";
import * as queries from "./imports.queries.ts";

export const findImport = async (scope: CompanyScope, id: string | null): Promise<Import> =>
  toImport((id && (await queries.findImport(scope, id))) || fail("not_found"));

export const failedRows = async (scope: CompanyScope, id: string | null, window: Window) => {
  const { id: known } = await findImport(scope, id);
  return countedPage(await queries.failedRows(scope, known, window));
};
