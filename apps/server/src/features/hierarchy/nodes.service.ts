import { hierarchyMessages as says } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import type { NewNode, NodeChanges, NodeRecord } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Window } from "../../platform/lists/list.ts";
import { hasRecord } from "../../platform/records/has-record.ts";
import { mustBeAssignedHere } from "../../platform/records/kept-by-directory.ts";
import type { Services } from "../../platform/services.ts";
import { removeNodeFromRules } from "../approval-rules/approval-rules.service.ts";
import { mustKeepApprovers } from "../approval-steps/deletion-guards.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { budgetsOfNode } from "../budgets/budgets.service.ts";
import { announceHierarchy, followScopeChange } from "./hierarchy-changes.service.ts";
import { isBuyoutNode, setBuyoutSites } from "./node-configuration.queries.ts";
import { findNodeRecord, findPlaces } from "./nodes.list.ts";
import * as queries from "./nodes.queries.ts";

export const findNode = async (scope: CompanyScope, id: number): Promise<NodeRecord> =>
  (await findNodeRecord(scope, id)) ?? fail("not_found");

export const nodePlaces = async <Table extends "sites" | "users">(
  scope: CompanyScope,
  id: number,
  table: Table,
  window: Window,
) => (await findPlaces(scope, id, table, window)) ?? fail("not_found");

const mustBeGroup = async (scope: CompanyScope, id: number): Promise<void> => {
  if (!(await hasRecord(scope, "organization_groups", id)))
    failField("organization_group", notFoundMessage("group"));
};

const mustBeNode = async (scope: CompanyScope, id: number): Promise<void> => {
  if (!(await hasRecord(scope, "organization_nodes", id))) failField("parent", notFoundMessage("node"));
};

/** A node as the audit keeps it: what follows from other records is not part of it. */
const audited = ({ id, name, organization_group, parent, ...node }: NodeRecord) => {
  const { ecommerce_catalog, mcc_domain, ecommerce_domain } = node;
  return { id, name, organization_group, parent, ecommerce_catalog, mcc_domain, ecommerce_domain };
};

const sitesFollow = async (scope: CompanyScope, nodeId: number): Promise<void> => {
  await setBuyoutSites(scope, { nodeId, isBuyout: await isBuyoutNode(scope, nodeId) });
};

/** The first node of a company is the root; every other one has a parent. */
export const createNode = async (
  services: Services,
  scope: CompanyScope,
  { name, organization_group, parent, sites, users }: NewNode,
): Promise<NodeRecord> => {
  await queries.lockTree(scope);
  await mustBeGroup(scope, organization_group);
  if (parent !== null) await mustBeNode(scope, parent);
  else if (await queries.hasRoot(scope)) failField("parent", says.required);
  const id = await queries.addNode(scope, { name, group_id: organization_group, parent_id: parent });
  if ((await queries.assignToNode(scope, "sites", id, sites)) < sites.length)
    failField("sites", says.sitesTaken);
  await mustBeAssignedHere(scope, "node", users, "users");
  if ((await queries.assignToNode(scope, "users", id, users)) < users.length)
    failField("users", says.usersTaken);
  if (sites.length > 0) await sitesFollow(scope, id);
  const record = await findNode(scope, id);
  await addChangeEntry(scope, {
    action: "node.created",
    record: { ...audited(record), sites, users } as never,
  });
  await followScopeChange(services, scope);
  return record;
};

/** The parent that a node may get. The tree is locked, so it stays one until the transaction ends. */
export const mustBeParent = async (
  scope: CompanyScope,
  node: { readonly id: number; readonly parent_id: number | null },
  parent: number | null,
): Promise<void> => {
  if (parent === node.parent_id) return;
  if (node.parent_id === null) failField("parent", says.rootHasNoParent);
  if (parent === null) failField("parent", says.required);
  if (parent === node.id) failField("parent", says.ownParent);
  await mustBeNode(scope, parent);
  if (await queries.isAtOrBelow(scope, parent, node.id)) failField("parent", says.belowItself);
};

/** A change without effect is not audited. */
export const updateNode = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  { organization_group, parent, ...changes }: NodeChanges,
): Promise<NodeRecord> => {
  await queries.lockTree(scope);
  const locked = (await queries.lockNode(scope, id)) ?? fail("not_found");
  const before = await findNode(scope, id);
  if (organization_group !== undefined) await mustBeGroup(scope, organization_group);
  if (parent !== undefined) await mustBeParent(scope, locked, parent);
  const isMoved = parent !== undefined && parent !== locked.parent_id;
  await queries.setNode(scope, id, {
    ...changes,
    ...(organization_group === undefined ? {} : { group_id: organization_group }),
    ...(isMoved ? { parent_id: parent } : {}),
  });
  const record = await findNode(scope, id);
  if (JSON.stringify(audited(record)) === JSON.stringify(audited(before))) return record;
  await addChangeEntry(scope, { action: "node.updated", record: audited(record), before: audited(before) });
  if (!isMoved) announceHierarchy(services, scope);
  else {
    await sitesFollow(scope, id);
    await followScopeChange(services, scope);
  }
  return record;
};

const mustBeEmpty = ({ is_root, children, sites_count, users_count }: NodeRecord): void => {
  if (is_root) fail("node.root");
  if (children.length > 0) fail("node.in_use", says.hasChildren);
  if (sites_count > 0) fail("node.in_use", says.hasSites(sites_count));
  if (users_count > 0) fail("node.in_use", says.hasUsers(users_count));
};

/** It leaves the approval rules, too. Not while an order is pending because of it. */
export const deleteNode = async (services: Services, scope: CompanyScope, id: number) => {
  await mustKeepApprovers(scope, { node: id });
  await queries.lockTree(scope);
  if (!(await queries.lockNode(scope, id))) fail("not_found");
  const record = await findNode(scope, id);
  mustBeEmpty(record);
  const budgets = await budgetsOfNode(scope, id);
  if (budgets.length > 0) fail("node.budget", says.hasBudgets(budgets));
  await removeNodeFromRules(services, scope, id);
  await queries.deleteNode(scope, id);
  await addChangeEntry(scope, { action: "node.deleted", record: audited(record) });
  announceHierarchy(services, scope);
  return { detail: says.nodeDeleted };
};
