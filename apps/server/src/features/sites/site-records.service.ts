import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { mergeIds } from "@mcc/contract/kit/id.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { hasPrefix, shopUsername } from "@mcc/contract/sites/shop-username.ts";
import {
  type NewSite,
  newSiteOf,
  type SiteChanges,
  sheetSiteOf,
  siteChangesOf,
} from "@mcc/contract/sites/site-fields.schema.ts";
import { siteMessages as says } from "@mcc/contract/sites/sites.messages.ts";
import type { SiteRecord } from "@mcc/contract/sites/sites.schema.ts";
import type { z } from "zod";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { parseInput } from "../../platform/input/input.ts";
import { hasRecord } from "../../platform/records/has-record.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { isSiteInRules, removeSiteFromRules } from "../approval-rules/approval-rules.service.ts";
import { mustKeepApprovers } from "../approval-steps/deletion-guards.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import { isBuyoutNode, usernamePrefix } from "../hierarchy/node-configuration.service.ts";
import {
  type HashedPassword,
  shopUserForChange,
  shopUserForClone,
  shopUserForNewSite,
} from "./shop-users.service.ts";
import { assignedUsers } from "./site-assignments.queries.ts";
import { setSiteUsers, usersToCopy } from "./site-assignments.service.ts";
import { announceSites, recordSiteChange } from "./site-changes.service.ts";
import * as queries from "./site-records.queries.ts";
import { findSiteRecord } from "./sites.list.ts";

const uniqueName = { index: "sites_name", field: "name", message: says.nameTaken };

/** A site that the user may see. */
export const findSite = async (scope: CompanyScope, id: number): Promise<SiteRecord> =>
  (await findSiteRecord(scope, id)) ?? fail("not_found");

const companyOf = ({ who }: CompanyScope) => who.company ?? fail("access.denied");

/** The records that a site refers to, by the names of their fields; another company's is not there. */
const mustHaveRecords = async (
  scope: CompanyScope,
  records: Readonly<Record<string, readonly ["site type" | "node", number | null | undefined]>>,
): Promise<void> => {
  const tables = { "site type": "site_types", node: "organization_nodes" } as const;
  for (const [field, [what, id]] of Object.entries(records)) {
    if (id && !(await hasRecord(scope, tables[what], id))) failField(field, notFoundMessage(what));
  }
};

/** One that is no longer active stays with the sites that have it. */
const mustHaveWarehouse = async (
  scope: CompanyScope,
  field: "siteWarehouse" | "site_warehouse",
  id: number | null | undefined,
  kept: number | null = null,
): Promise<void> => {
  if (!id || id === kept) return;
  const isActive = await queries.isActiveWarehouse(scope, id);
  if (isActive === undefined) failField(field, notFoundMessage("warehouse"));
  if (!isActive) failField(field, says.warehouseInactive);
};

/** A site at or below a buyout node is a buyout site. */
const placeOf = async (scope: CompanyScope, nodeId: number | null) => ({
  node_id: nodeId,
  buyout_site: nodeId !== null && (await isBuyoutNode(scope, nodeId)),
});

/** After the commit: the event of a new site is delivered, and the pages that list sites read them again. */
export const announceNewSites = (services: Services, scope: CompanyScope): void => {
  announceSites(services, scope);
  scope.afterCommit(() => deliverSoon(services.jobs, scope.companyId));
};

/** A new site, stored: its event and its place in the history. */
const recordCreation = async (scope: CompanyScope, id: number): Promise<SiteRecord> => {
  const record = await findSite(scope, id);
  const { name, location_name, ecommerce_username, ecommerce_user_email, node } = record;
  const payload = { id, name, location_name, ecommerce_username, ecommerce_user_email, node };
  await addEvent(scope.db, { type: "site.created", siteId: id, payload });
  await recordSiteChange(scope, { action: "site.created", record });
  return record;
};

const finishCreation = async (services: Services, scope: CompanyScope, id: number): Promise<SiteRecord> => {
  await triggersFollowAccess(services, scope, { sites: [id] });
  announceNewSites(services, scope);
  return recordCreation(scope, id);
};

type ParsedSite = Omit<z.output<ReturnType<typeof sheetSiteOf>>, "password">;

/** Stores a new site with its shop user, which is created with a password and has to exist without one. */
const storeSite = async (
  scope: CompanyScope,
  site: ParsedSite,
  password: string | HashedPassword | undefined,
): Promise<number> => {
  const { siteWarehouse, site_type, organization_node = null, ecommerce_username, ...fields } = site;
  await mustHaveRecords(scope, {
    site_type: ["site type", site_type],
    organization_node: ["node", organization_node],
  });
  await mustHaveWarehouse(scope, "siteWarehouse", siteWarehouse);
  const shopUser = { username: ecommerce_username, email: fields.ecommerce_user_email };
  const row = {
    ...fields,
    ...(await placeOf(scope, organization_node)),
    ecommerce_username: await shopUserForNewSite(scope, shopUser, password),
    site_type_id: site_type,
    warehouse_id: siteWarehouse,
  };
  return writeUnique(queries.addSite(scope, row), uniqueName);
};

/** With its shop user, in one transaction. */
export const createSite = async (
  services: Services,
  scope: CompanyScope,
  body: NewSite,
): Promise<SiteRecord> => {
  const { password, ...site } = parseInput(newSiteOf(companyOf(scope)), body);
  return finishCreation(services, scope, await storeSite(scope, site, password));
};

/**
 * A site of a spreadsheet: its type and its warehouse may be missing, its password was hashed before, and users are
 * assigned to it at once. Whoever saves several calls `triggersFollowAccess` and `announceNewSites` once for all of them.
 */
export const addSiteOfSheet = async (
  scope: CompanyScope,
  body: Omit<NewSite, "password">,
  { password, users }: { readonly password: HashedPassword | undefined; readonly users: readonly number[] },
): Promise<SiteRecord> => {
  const { password: _, ...site } = parseInput(sheetSiteOf(companyOf(scope)), body);
  const id = await storeSite(scope, site, password);
  if (users.length > 0) await setSiteUsers(scope, id, users);
  return recordCreation(scope, id);
};

/** What a body says, as the columns of a site. */
const changedColumns = async (scope: CompanyScope, stored: queries.StoredSite, body: SiteChanges) => {
  const parsed = parseInput(siteChangesOf(companyOf(scope)), body);
  // A field that was not sent keeps its value: the schema has a value for it all the same.
  const given = Object.fromEntries(
    Object.entries(parsed).filter(([key]) => body[key as keyof SiteChanges] !== undefined),
  ) as typeof parsed;
  const { site_type, site_warehouse, organization_node, ...fields } = given;
  await mustHaveRecords(scope, {
    site_type: ["site type", site_type],
    organization_node: ["node", organization_node],
  });
  await mustHaveWarehouse(scope, "site_warehouse", site_warehouse, stored.warehouse_id);
  const isMoved = organization_node !== undefined && organization_node !== stored.node_id;
  if (isMoved && scope.companyKey !== undefined) fail("key.person"); // as with users: the node decides who sees it
  return {
    ...stored,
    ...fields,
    ...(site_type === undefined ? {} : { site_type_id: site_type }),
    ...(site_warehouse === undefined ? {} : { warehouse_id: site_warehouse }),
    ...(isMoved ? await placeOf(scope, organization_node) : {}),
  };
};
type Columns = Awaited<ReturnType<typeof changedColumns>>;

/** Another shop username begins with the prefix of the site's node, or of the company. */
const mustHavePrefix = async (
  scope: CompanyScope,
  before: Pick<Columns, "ecommerce_username">,
  { ecommerce_username, node_id }: Columns,
): Promise<void> => {
  if (ecommerce_username.toLowerCase() === before.ecommerce_username.toLowerCase()) return;
  const prefix = (await usernamePrefix(scope, node_id)) ?? "";
  if (!hasPrefix(ecommerce_username, prefix))
    failField("ecommerce_username", says.shopUsernamePrefix(prefix));
};

const mustAllowUsers = (scope: CompanyScope, { users }: SiteChanges): void => {
  if (users && scope.companyKey !== undefined) fail("key.person"); // who sees what is decided by people
  if (users && scope.who.company?.has_company_hierarchy) fail("hierarchy.decides");
};

/** Returns the site, and whether others may see it now. */
interface ChangedSite {
  readonly record: SiteRecord;
  readonly isSeenByOthers: boolean;
}

/**
 * A change without effect is not audited. Orders keep the names they were placed with. Whoever changes several sites
 * calls `triggersFollowAccess` once for all of them.
 */
export const changeSite = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  body: SiteChanges,
): Promise<ChangedSite> => {
  mustAllowUsers(scope, body);
  const stored = (await queries.lockSite(scope, id)) ?? fail("not_found");
  const before = await findSite(scope, id);
  const after = await changedColumns(scope, stored, body);
  await mustHavePrefix(scope, stored, after);
  const isChanged = JSON.stringify(after) !== JSON.stringify(stored);
  if (isChanged) {
    const { ecommerce_username: username, ecommerce_user_email: email } = after;
    const ecommerce_username = await shopUserForChange(scope, { id, ...stored }, { username, email });
    await writeUnique(queries.setSite(scope, id, { ...after, ecommerce_username }), uniqueName);
  }
  const users = body.users && mergeIds(await assignedUsers(scope, id), body.users, body.users_before);
  const areUsersChanged = users !== undefined && (await setSiteUsers(scope, id, users));
  if (!isChanged && !areUsersChanged) return { record: before, isSeenByOthers: false };
  const record = await findSite(scope, id);
  await recordSiteChange(scope, { action: "site.updated", record, before });
  announceSites(services, scope);
  return { record, isSeenByOthers: areUsersChanged || after.node_id !== stored.node_id };
};

export const updateSite = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  body: SiteChanges,
): Promise<SiteRecord> => {
  const { record, isSeenByOthers } = await changeSite(services, scope, id, body);
  if (isSeenByOthers) await triggersFollowAccess(services, scope, { sites: [id] });
  return record;
};

/** From the name of a clone, as the form proposes it for a new site. Orders name their site by its shop user. */
const ownShopUsername = async (scope: CompanyScope, { name, node_id, site_type_id }: Columns) => {
  const [prefix, type] = [
    await usernamePrefix(scope, node_id),
    await queries.siteTypeName(scope, site_type_id),
  ];
  return shopUsername(prefix ?? "", { name, type: type ?? "" });
};

/** Like the site it is made of, with its users, and with a name and a shop user of its own. */
export const cloneSite = async (
  services: Services,
  scope: CompanyScope,
  sourceId: number,
  body: SiteChanges,
): Promise<SiteRecord> => {
  mustAllowUsers(scope, body);
  const source = (await queries.lockSite(scope, sourceId)) ?? fail("not_found");
  const columns = await changedColumns(scope, source, { ...body, name: body.name ?? "" });
  await mustHaveWarehouse(scope, "site_warehouse", columns.warehouse_id);
  await mustHavePrefix(scope, source, columns);
  const username = body.ecommerce_username
    ? columns.ecommerce_username
    : await ownShopUsername(scope, columns);
  const shopUser = { username, email: columns.ecommerce_user_email };
  const ecommerce_username = await shopUserForClone(scope, shopUser);
  const id = await writeUnique(queries.addSite(scope, { ...columns, ecommerce_username }), uniqueName);
  await setSiteUsers(scope, id, body.users ?? (await usersToCopy(scope, sourceId)));
  return finishCreation(services, scope, id);
};

/** It leaves the lists and the approval rules, and stays on its orders. Not while one of them is pending. */
export const deleteSite = async (services: Services, scope: CompanyScope, id: number) => {
  await mustKeepApprovers(scope, { site: id });
  if (!(await queries.lockSite(scope, id))) fail("not_found");
  const record = await findSite(scope, id);
  if (scope.companyKey !== undefined && (await isSiteInRules(scope, id))) fail("key.person", says.inRules);
  await removeSiteFromRules(services, scope, id);
  await queries.markSiteDeleted(scope, id);
  await triggersFollowAccess(services, scope, { sites: [id] });
  await recordSiteChange(scope, { action: "site.deleted", record });
  announceSites(services, scope);
  return { detail: says.deleted };
};
