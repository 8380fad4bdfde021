import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { recordRoutes } from "../../platform/records/record-routes.ts";
import type { Services } from "../../platform/services.ts";
import { siteTypeService } from "./site-types.service.ts";

export const siteTypeRoutes = (services: Services) =>
  recordRoutes(siteTypeEndpoints, siteTypeService(services));
