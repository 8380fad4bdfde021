import * as contract from "@mcc/contract/comments/comments.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./comments.service.ts";

export const commentRoutes = (services: Services) => [
  route(contract.orderComments, (scope, { params }) => service.orderComments(scope, params.identifier)),
  route(contract.createComment, (scope, { params, body }) =>
    service.createComment(services, scope, params.identifier, body),
  ),
  route(contract.askablePeople, (scope, { params, query }) =>
    service.askablePeople(scope, params.identifier, query.search),
  ),
];
