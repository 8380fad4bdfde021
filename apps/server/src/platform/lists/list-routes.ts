import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { List, ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import type { z } from "zod";
import type { CompanyScope, PlatformScope } from "../access/scope.ts";
import { type Route, route } from "../http/routes.ts";
import { mustHaveGroups } from "./group-filters.ts";
import { isExport, streamJson, withPageLinks } from "./list.ts";
import type { ListRequest, ListSource } from "./list-source.ts";

type ScopeOf<L extends List> = L["allow"] extends "mcc-admin" ? PlatformScope : CompanyScope;
type RowOf<L extends List> = z.output<L["row"]>;
type QueryOf<L extends List> = z.output<L["page"]["query"]>;
type SuggestOf<L extends List> = z.output<L["suggest"]["query"]>;
type ParamsOf<L extends List> = L["params"] extends z.ZodType ? z.output<L["params"]> : undefined;

interface Given {
  readonly query: ListQuery & SuggestQuery;
  readonly params?: unknown;
}
type Handler = (scope: CompanyScope, given: Given, request: { readonly url: URL }) => Promise<unknown>;

/** The page, the export and the suggestions of a declared list; `also` are further addresses of the same page. */
export const listRoutes = <L extends List>(
  list: L,
  source: ListSource<RowOf<L>, ScopeOf<L>, ParamsOf<L>, QueryOf<L>, SuggestOf<L>>,
  also: readonly Endpoint[] = [],
): Route[] => {
  const { page, stream, suggest } = source as unknown as ListSource<object, CompanyScope>;
  const routeTo = (endpoint: Endpoint, handle: Handler) =>
    route(endpoint, handle as Parameters<typeof route>[1]);
  const requestOf = ({ params }: Given, url: URL): ListRequest => ({ params, url });
  const answerPage: Handler = async (scope, given, { url }) => {
    const { query } = given;
    if (list.groups) mustHaveGroups(scope, query);
    if (!isExport(query)) return withPageLinks(await page(scope, query, requestOf(given, url)), query, url);
    const { count, batches } = await stream(scope, query, requestOf(given, url));
    return streamJson(withPageLinks({ count }, query, url), batches);
  };
  return [
    ...[list.page, ...also].map((endpoint) => routeTo(endpoint, answerPage)),
    routeTo(list.suggest, async (scope, given, { url }) => {
      if (list.groups) mustHaveGroups(scope, given.query);
      return { results: await suggest(scope, given.query, requestOf(given, url)) };
    }),
  ];
};
