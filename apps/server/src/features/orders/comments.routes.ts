import * as contract from "@mcc/contract/orders/comments.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./comments.service.ts";

export const commentRoutes = (platform: Platform) => [
  route(contract.orderComments, (scope, { params }) => service.orderComments(scope, params.identifier)),
  route(contract.createComment, (scope, { params, body }) =>
    service.createComment(platform, scope, params.identifier, body),
  ),
  route(contract.askablePeople, (scope, { params, query }) =>
    service.askablePeople(scope, params.identifier, query.search),
  ),
];
