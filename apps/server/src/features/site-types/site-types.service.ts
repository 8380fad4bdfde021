import { fail } from "@mcc/contract/kit/errors.ts";
import { siteTypeMessages } from "@mcc/contract/site-types/site-types.messages.ts";
import type { NewSiteType, SiteType } from "@mcc/contract/site-types/site-types.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { announceSites } from "../sites/site-changes.service.ts";
import * as queries from "./site-types.queries.ts";

const uniqueName = { index: "site_types_name", field: "name", message: siteTypeMessages.nameTaken };

export const siteTypes = async (
  scope: CompanyScope,
  { limit, offset, order_by }: Window & { readonly order_by?: unknown },
) => countedPage(await queries.siteTypeRows(scope, { limit, offset, descending: order_by === "-name" }));

export const findSiteType = async (scope: CompanyScope, id: number): Promise<SiteType> =>
  (await queries.findSiteType(scope, id)) ?? fail("not_found");

export const createSiteType = async (platform: Platform, scope: CompanyScope, { name }: NewSiteType) => {
  const { id } = await writeUnique(queries.addSiteType(scope, name), uniqueName);
  const record = { id, name };
  await addChangeEntry(scope, { action: "site_type.created", record });
  announceSites(platform, scope);
  return record;
};

/** The shop usernames that were made of the name stay. A change that changes nothing is no history. */
export const updateSiteType = async (
  platform: Platform,
  scope: CompanyScope,
  id: number,
  { name }: Partial<NewSiteType>,
): Promise<SiteType> => {
  const before = (await queries.lockSiteType(scope, id)) ?? fail("not_found");
  if (name === undefined || name === before.name) return before;
  const record = { id, name };
  await writeUnique(queries.renameSiteType(scope, id, name), uniqueName);
  await addChangeEntry(scope, { action: "site_type.updated", record, before });
  announceSites(platform, scope);
  return record;
};

export const deleteSiteType = async (platform: Platform, scope: CompanyScope, id: number) => {
  const record = (await queries.lockSiteType(scope, id)) ?? fail("not_found");
  const sites = await queries.countTypeSites(scope, id);
  if (sites > 0) fail("site_type.in_use", siteTypeMessages.inUse(sites));
  await queries.deleteSiteType(scope, id);
  await addChangeEntry(scope, { action: "site_type.deleted", record });
  announceSites(platform, scope);
  return { detail: siteTypeMessages.deleted };
};
