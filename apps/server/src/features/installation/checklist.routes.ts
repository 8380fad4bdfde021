import * as contract from "@mcc/contract/installation/checklist.api.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { DeferredResponse, route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./checklist.service.ts";

/** No transaction is open while another server responds. */
export const checklistRoutes = (platform: Platform) => [
  route(contract.checkInstallation, async (_scope, { params: { item } }) => {
    if (item === null) fail("not_found");
    return new DeferredResponse(() => service.checkInstallation(platform, item));
  }),
  route(contract.sendTestMail, async (scope) => {
    await service.countTestMail(scope);
    return new DeferredResponse(() => service.sendTestMail(platform, scope.who.email));
  }),
];
