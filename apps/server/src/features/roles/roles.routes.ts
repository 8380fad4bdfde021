import * as contract from "@mcc/contract/roles/roles.api.ts";
import { recordRoutes } from "../../platform/records/record-routes.ts";
import type { Services } from "../../platform/services.ts";
import { roleService } from "./roles.service.ts";

export const roleRoutes = (services: Services) =>
  recordRoutes(
    {
      list: contract.roles,
      find: contract.findRole,
      create: contract.createRole,
      update: contract.updateRole,
      delete: contract.deleteRole,
    },
    roleService(services),
  );
