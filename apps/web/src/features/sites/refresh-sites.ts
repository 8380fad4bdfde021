import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { findSite, warehouses } from "@mcc/contract/sites/site-records.api.ts";
import { allSites, siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { refreshHome } from "../../platform/api/refresh-orders.ts";

/** Refetches the sites on the screen, their types and warehouses, and what is visible through them; a site that is being edited stays as it was opened. */
export const refreshSiteLists = (): Promise<unknown> =>
  invalidate([
    siteList.page,
    allSites,
    siteUsers,
    siteTypeEndpoints.list,
    warehouses,
    findSite,
    documentList.page,
    hierarchyTree,
  ]);

/** What a change by the user makes stale: the home page counts sites. */
export const refreshSites = (): Promise<unknown> => Promise.all([refreshSiteLists(), refreshHome()]);
