import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { List, ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import type { ListSum } from "@mcc/contract/kit/list-sum.ts";
import type { z } from "zod";
import type { CompanyScope, PlatformScope } from "../access/scope.ts";
import type { RequestInfo } from "../http/request-info.ts";
import { type Route, route } from "../http/routes.ts";
import { groupSuggestions, mustHaveGroups } from "./group-filters.ts";
import { isExport, streamJson, withPageLinks } from "./list.ts";
import type { ListRequest, ListSource } from "./list-source.ts";

type ScopeOf<L extends List> = L["allow"] extends "mcc-admin" ? PlatformScope : CompanyScope;
type RowOf<L extends List> = z.output<L["row"]>;
type QueryOf<L extends List> = z.output<L["page"]["query"]>;
type SuggestOf<L extends List> = z.output<L["suggest"]["query"]>;
type ParamsOf<L extends List> = [NonNullable<L["params"]>] extends [never]
  ? undefined
  : z.output<NonNullable<L["params"]>>;

interface Given {
  readonly query: ListQuery & SuggestQuery;
  readonly params?: unknown;
}
type Handler = (scope: CompanyScope, given: Given, request: RequestInfo) => Promise<unknown>;

type SumOf<Q> = (scope: CompanyScope, query: Q) => Promise<ListSum>;

/** The route of the sum of a column. */
export const sumRoute = <E extends Endpoint>(
  endpoint: E,
  sum: SumOf<E["query"] extends z.ZodType ? z.output<E["query"]> : never>,
): Route => {
  const handle: Handler = async (scope, { query }) => {
    await mustHaveGroups(scope, query);
    return (sum as SumOf<unknown>)(scope, query);
  };
  return route(endpoint, handle as Parameters<typeof route>[1]);
};

/** The routes for page, export and suggestions of a declared list; `also` are further paths of the same page. */
export const listRoutes = <L extends List>(
  list: L,
  source: ListSource<RowOf<L>, ScopeOf<L>, ParamsOf<L>, QueryOf<L>, SuggestOf<L>>,
  also: readonly Endpoint[] = [],
): Route[] => {
  const { page, stream, suggest, mustExist, isForSelectors } = source as unknown as ListSource<
    object,
    CompanyScope
  >;
  const routeTo = (endpoint: Endpoint, handle: Handler) =>
    route(endpoint, handle as Parameters<typeof route>[1]);
  const requestOf = ({ params }: Given, url: URL): ListRequest => ({ params, url });
  const isStreamed = ({ query }: Given) => isExport(query) && !isForSelectors?.(query);
  const answerPage: Handler = async (scope, given, { url }) => {
    const { query } = given;
    if (list.groups) await mustHaveGroups(scope, query);
    if (!isStreamed(given)) return withPageLinks(await page(scope, query, requestOf(given, url)), query, url);
    const { count, batches } = await stream(scope, query, requestOf(given, url));
    return streamJson(withPageLinks({ count }, query, url), batches);
  };
  return [
    ...[list.page, ...also].map((endpoint) => ({
      ...routeTo(endpoint, answerPage),
      readsReplica: list.allow === "mcc-admin" ? undefined : isStreamed,
    })),
    routeTo(list.suggest, async (scope, given, { url }) => {
      const { query, params } = given;
      if (list.groups) await mustHaveGroups(scope, query);
      await mustExist?.(scope, params);
      const names = list.groups ? await groupSuggestions(scope, query) : undefined;
      return { results: names ?? (await suggest(scope, query, requestOf(given, url))) };
    }),
  ];
};
