import * as contract from "@mcc/contract/installation/checklist.api.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { DeferredResponse } from "../../platform/access/deferred-response.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./checklist.service.ts";

/** No transaction is open while another server responds. */
export const checklistRoutes = (services: Services) => [
  route(contract.checkInstallation, async (_scope, { params: { item } }) => {
    if (item === null) fail("not_found");
    return new DeferredResponse(() => service.checkInstallation(services, item));
  }),
  route(contract.sendTestMail, async (scope) => {
    await service.countTestMail(scope);
    return new DeferredResponse(() => service.sendTestMail(services, scope.who.email));
  }),
];
