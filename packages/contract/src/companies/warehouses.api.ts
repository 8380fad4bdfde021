import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { NewWarehouse, Warehouse, WarehouseChanges } from "./warehouses.schema.ts";

const all = {
  path: "/mcc-admin/companies/:id/warehouses/",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  fails: ["not_found"],
} as const;

export const companyWarehouses = endpoint({
  ...all,
  method: "GET",
  summary: "List the warehouses of a company by name, with those that are not active",
  reply: z.object({ results: z.array(Warehouse) }),
});

export const addWarehouse = endpoint({
  ...all,
  method: "POST",
  summary: "Add a warehouse to a company",
  body: NewWarehouse,
  reply: Warehouse,
});

export const updateWarehouse = endpoint({
  method: "PATCH",
  path: "/mcc-admin/companies/:id/warehouses/:warehouse/",
  summary: "Rename, deactivate or activate a warehouse of a company; what is left out stays",
  allow: "mcc-admin",
  params: z.object({ id: pathId, warehouse: pathId }),
  body: WarehouseChanges,
  reply: Warehouse,
  fails: ["not_found"],
});
