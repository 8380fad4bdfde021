import { countedPage } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { liteSiteRows } from "./sites.queries.ts";

export const liteSites = async (scope: CompanyScope, window: { limit: number; offset: number }) =>
  countedPage(await liteSiteRows(scope, window));
