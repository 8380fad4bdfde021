import * as contract from "@mcc/contract/orders/orders.api.ts";
import { isExport, streamed, withLinks } from "../../platform/list.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./orders.service.ts";

export const orderRoutes = [
  on(contract.orderList.page, async (scope, { query }, { url }) => {
    if (!isExport(query)) return withLinks(await service.pageOfOrders(scope, query), query, url);
    const { count, batches } = await service.streamOfOrders(scope, query);
    return streamed(withLinks({ count }, query, url), batches);
  }),
  on(contract.orderList.suggest, (scope, { query }) => service.suggestOrderValues(scope, query)),
  on(contract.findOrder, (scope, { params }) => service.findOrder(scope, params.identifier)),
  on(contract.trackingNumbers, (scope, { params }) => service.trackingNumbers(scope, params.identifier)),
];
