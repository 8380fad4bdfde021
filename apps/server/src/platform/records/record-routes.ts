import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { z } from "zod";
import type { CompanyScope } from "../access/scope.ts";
import type { RequestInfo } from "../http/request-info.ts";
import type { Route } from "../http/routes.ts";
import { type Page, withPageLinks } from "../lists/list.ts";
import type { NamedQuery } from "./named-records.ts";

interface ById {
  readonly params: { readonly id: number };
}

/** As `recordEndpoints` declares them. */
interface Endpoints<Row, New, Changes> {
  readonly list: Endpoint;
  readonly find: Endpoint & { readonly reply: z.ZodType<Row> };
  readonly create: Endpoint & { readonly body: z.ZodType<New> };
  readonly update: Endpoint & { readonly body: z.ZodType<Changes> };
  readonly delete: Endpoint;
}

interface Service<Row, New, Changes> {
  list(scope: CompanyScope, query: NamedQuery): Promise<Page<Row>>;
  find(scope: CompanyScope, id: number): Promise<Row>;
  create(scope: CompanyScope, given: New): Promise<Row>;
  update(scope: CompanyScope, id: number, changes: Changes): Promise<Row>;
  delete(scope: CompanyScope, id: number): Promise<{ detail: string }>;
}

/** Mounts the endpoints of one kind of record. */
export const recordRoutes = <Row, New, Changes>(
  endpoints: Endpoints<Row, New, Changes>,
  service: Service<Row, New, Changes>,
): Route[] => {
  const handlers = {
    list: async (scope: CompanyScope, { query }: { query: NamedQuery }, { url }: RequestInfo) =>
      withPageLinks(await service.list(scope, query), query, url),
    find: (scope: CompanyScope, { params }: ById) => service.find(scope, params.id),
    create: (scope: CompanyScope, { body }: { body: New }) => service.create(scope, body),
    update: (scope: CompanyScope, { params, body }: ById & { body: Changes }) =>
      service.update(scope, params.id, body),
    delete: (scope: CompanyScope, { params }: ById) => service.delete(scope, params.id),
  };
  return (["list", "find", "create", "update", "delete"] as const).map((call) => ({
    endpoint: endpoints[call],
    handle: handlers[call],
  }));
};
