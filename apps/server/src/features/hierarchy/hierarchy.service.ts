import { countedPage } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { groupRows, nodeRows } from "./hierarchy.queries.ts";

interface Window {
  readonly limit: number;
  readonly offset: number;
}

export const organizationGroups = async (
  scope: CompanyScope,
  window: Window & { readonly tree_visibility?: unknown },
) => countedPage(await groupRows(scope, window, window.tree_visibility as boolean | undefined));

export const organizationNodes = async (scope: CompanyScope, window: Window) =>
  countedPage(await nodeRows(scope, window));
