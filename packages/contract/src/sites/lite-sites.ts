import { endpoint } from "../kit/endpoint.ts";
import { allSites, siteList } from "./sites.api.ts";

/** The sites that a selector offers, asked for with `liteVersion`. */
export const liteSites = endpoint({ ...siteList.litePage, path: allSites.path });
