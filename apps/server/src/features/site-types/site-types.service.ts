import { fail } from "@mcc/contract/kit/errors.ts";
import { siteTypeMessages } from "@mcc/contract/site-types/site-types.messages.ts";
import type { NewSiteType, SiteType } from "@mcc/contract/site-types/site-types.schema.ts";
import type { Services } from "../../platform/services.ts";
import { recordChanges } from "../audit/record-changes.service.ts";
import { announceSites } from "../sites/site-changes.service.ts";
import { siteTypes } from "./site-types.queries.ts";

/** The shop usernames that were made of a name stay when the name changes. */
export const siteTypeService = (services: Services) => ({
  list: siteTypes.list,
  ...recordChanges<SiteType, NewSiteType, Partial<NewSiteType>>({
    ...siteTypes,
    type: "site_type",
    deleted: siteTypeMessages.deleted,
    announce: (scope) => announceSites(services, scope),
    mayDelete: async (scope, { id }) => {
      const sites = await siteTypes.countUses(scope, id);
      if (sites > 0) fail("site_type.in_use", siteTypeMessages.inUse(sites));
    },
  }),
});
