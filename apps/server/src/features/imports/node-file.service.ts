import { randomUUID } from "node:crypto";
import { companyMessages } from "@mcc/contract/companies/companies.messages.ts";
import { FILE_LIMITS } from "@mcc/contract/imports/file-imports.schema.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import {
  namesIn,
  nodeColumns,
  nodeImportColumns,
  SITE_SEPARATORS,
  USER_SEPARATORS,
} from "@mcc/contract/imports/node-columns.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { EnteredCompanies } from "../../platform/access/transactions.ts";
import { pauseForOthers } from "../../platform/pause-for-others.ts";
import { decidedThere } from "../../platform/records/kept-by-directory.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { addNodesOfFile, lockHierarchy } from "../hierarchy/node-file.service.ts";
import { failFile, failRows, fileNameOf, type ImportFile, noCompany, readImportFile } from "./import-file.ts";
import * as queries from "./node-lookups.queries.ts";
import { type NodeLookups, type NodeRow, planNodes } from "./node-plans.ts";
import { recordsOfNames } from "./site-lookups.queries.ts";

const ID = /^[1-9]\d{0,14}$/;

const byGiven = <Found extends { given: string }>(found: readonly Found[]) =>
  new Map(found.map((one) => [one.given, one]));

/** Counts the names that commas may separate, too, before any of them is looked up. */
const mustNameFew = async (rows: readonly NodeRow[]): Promise<void> => {
  let names = 0;
  for (const { cells } of rows) {
    await pauseForOthers();
    names += namesIn(cells.users, USER_SEPARATORS).length + namesIn(cells.sites, USER_SEPARATORS).length;
    if (names > FILE_LIMITS.names) failFile(says.tooManyNames(FILE_LIMITS.names));
  }
};

/** All names at once: one query for each kind of record, however many rows there are. */
const findLookups = async (scope: CompanyScope, rows: readonly NodeRow[]): Promise<NodeLookups> => {
  const all = (namesOf: (row: NodeRow) => readonly string[]) => [...new Set(rows.flatMap(namesOf))];
  const names = all(({ cells: { name = "", parent = "" } }) => [name.trim(), parent].filter(Boolean));
  const siteNames = all(({ cells }) =>
    namesIn(cells.sites, SITE_SEPARATORS).flatMap((name) => [name, ...namesIn(name, /,/)]),
  );
  const groups = await queries.groupsOfCompany(scope);
  const nodeIds = await queries.nodesOfIds(
    scope,
    names.filter((name) => ID.test(name)),
  );
  const users = await queries.usersOfNames(
    scope,
    all(({ cells }) => namesIn(cells.users, USER_SEPARATORS)),
  );
  const ids = users.map(({ id }) => id);
  const kept = new Set((await decidedThere(scope, "node", ids)).map(({ id }) => id));
  return {
    root: await queries.findRoot(scope),
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
    nodes: byGiven(await recordsOfNames(scope, "organization_nodes", names)),
    nodeIds: new Map(nodeIds.map(({ given, id }) => [given, id])),
    users: byGiven(users.map((user) => ({ ...user, is_kept: kept.has(user.id) }))),
    sites: byGiven(await queries.sitesToPlace(scope, siteNames)),
  };
};

/** Saves every node of a file, or none; nobody else changes the hierarchy meanwhile. */
const importInCompany = async (
  services: Services,
  scope: CompanyScope,
  rows: readonly NodeRow[],
  fileName: string,
): Promise<number> => {
  if (!scope.who.company?.has_company_hierarchy) failField("company", companyMessages.noHierarchy);
  await lockHierarchy(scope);
  const found = await findLookups(scope, rows);
  const plans = await planNodes(rows, found);
  const errors = plans.flatMap(({ row, errors }) =>
    errors.map(({ field, message }) => ({ row, column: nodeColumns[field], message })),
  );
  if (errors.length > 0) failRows(errors);
  const planOf = new Map(rows.map((row, at) => [row, plans[at]]));
  await addNodesOfFile(
    services,
    scope,
    plans.map(({ name, group, parent, users, sites }) => ({
      ...{ name, group, users, sites },
      parent: typeof parent === "object" && parent ? (planOf.get(parent)?.name ?? null) : parent,
    })),
    found.groups,
  );
  const record = { id: randomUUID(), kind: "nodes", file_name: fileName, created: rows.length };
  await addChangeEntry(scope, { action: "import.created", record });
  return rows.length;
};

export const importNodes = async (
  services: Services,
  companies: EnteredCompanies,
  { company, file }: ImportFile,
): Promise<{ created: number }> => {
  const rows = await readImportFile(file, nodeImportColumns, FILE_LIMITS.nodes);
  await mustNameFew(rows);
  const fileName = file ? fileNameOf(file) : "";
  const created = await companies.enter(
    company,
    (scope) => importInCompany(services, scope, rows, fileName),
    noCompany,
  );
  return { created };
};
