import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import type { NewWarehouse, Warehouse, WarehouseChanges } from "@mcc/contract/companies/warehouses.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { findCompany } from "./companies.service.ts";
import * as queries from "./warehouses.queries.ts";

const uniqueName = { index: "warehouses_name", field: "name", message: says.warehouseTaken };

export const listWarehouses = async (scope: PlatformScope, companyId: number) => {
  await findCompany(scope, companyId);
  return { results: (await queries.warehouseRows(scope.db, companyId)) as Warehouse[] };
};

const findWarehouse = async ({ db }: PlatformScope, companyId: number, id: number): Promise<Warehouse> =>
  ((await queries.warehouseRows(db, companyId, id))[0] ?? fail("not_found")) as Warehouse;

/** On record in the company, whose open pages show the names of warehouses. */
const finishChange = async (
  { changes }: Services,
  scope: PlatformScope,
  companyId: number,
  record: Warehouse,
  before?: Warehouse,
): Promise<Warehouse> => {
  const audited = ({ id, name, active }: Warehouse) => ({ id, name, active });
  const action = before ? "warehouse.updated" : "warehouse.created";
  await addChangeEntry(scope, {
    ...{ action, record: audited(record), before: before && audited(before), companyId },
  });
  scope.afterCommit(() => changes.announce({ kind: "sites", companyId, siteIds: "all" }));
  return record;
};

export const addWarehouse = async (
  services: Services,
  scope: PlatformScope,
  companyId: number,
  { name }: NewWarehouse,
): Promise<Warehouse> => {
  await findCompany(scope, companyId);
  const { id } = await writeUnique(queries.addWarehouse(scope.db, companyId, name), uniqueName);
  return finishChange(services, scope, companyId, await findWarehouse(scope, companyId, id));
};

/** Every new site needs a warehouse, so one is always active. A change without effect is not audited. */
export const updateWarehouse = async (
  services: Services,
  scope: PlatformScope,
  { id: companyId, warehouse: id }: { readonly id: number; readonly warehouse: number },
  given: WarehouseChanges,
): Promise<Warehouse> => {
  const all = await queries.lockWarehouses(scope.db, companyId);
  const before = await findWarehouse(scope, companyId, id);
  const after = { ...before, ...given };
  if (after.name === before.name && after.active === before.active) return before;
  const hasOthers = all.some((other) => other.active && other.id !== id);
  if (before.active && !after.active && !hasOthers) failField("active", says.lastWarehouse);
  const { name, active } = after;
  await writeUnique(queries.setWarehouse(scope.db, companyId, id, { name, active }), uniqueName);
  return finishChange(services, scope, companyId, after, before);
};
