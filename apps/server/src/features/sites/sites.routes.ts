import { allSites, siteList } from "@mcc/contract/sites/sites.api.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import { siteSource } from "./sites.list.ts";

export const siteRoutes = listRoutes(siteList, siteSource, [allSites]);
