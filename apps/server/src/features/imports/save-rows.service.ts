import type { CellError } from "@mcc/contract/imports/imports.schema.ts";
import type { SiteColumnKey } from "@mcc/contract/imports/site-columns.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { hashPassword } from "../../platform/access/password.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { inSavepoint } from "../../platform/db/savepoint.ts";
import type { Services } from "../../platform/services.ts";
import { addSiteOfSheet, changeSite } from "../sites/site-records.service.ts";
import { assignedPairs, lockSiteStates, type SavedRow } from "./imports.queries.ts";
import type { RowPlan } from "./row-plans.service.ts";

interface Saving {
  readonly plans: readonly RowPlan[];
  /** The users who are assigned to every site. */
  readonly users: readonly number[];
  /** Of the new shop users, by the names of their sites in small letters. */
  readonly hashes: ReadonlyMap<string, string>;
}

type SavedPart = Omit<SavedRow, "row_number" | "name" | "cells" | "errors">;
export type Saved = SavedPart & {
  readonly plan: RowPlan;
  readonly errors: readonly CellError[];
};

/** The fields of a body are those of the sheet, but for three that have ids instead of names. */
const FIELDS: Readonly<Record<string, SiteColumnKey>> = {
  organization_node: "node",
  siteWarehouse: "site_warehouse",
};

/** What the rules of one site refuse is the error of its row; anything else is a failure of the whole batch. */
const errorsFrom = (error: unknown): CellError[] => {
  if (!(error instanceof AppError) || !error.fields) throw error;
  return Object.entries(error.fields).map(([field, messages]) => ({
    field: FIELDS[field] ?? (field as SiteColumnKey),
    message: messages[0] ?? error.message,
  }));
};

const hashOf = async ({ newPassword, name }: RowPlan, hashes: Saving["hashes"]) => {
  if (newPassword === undefined) return undefined;
  // A shop user may have been deleted since the passwords were hashed.
  return { hash: hashes.get(name.toLowerCase()) ?? (await hashPassword(newPassword)) };
};

const create = async (scope: CompanyScope, plan: RowPlan, { users, hashes }: Saving) => {
  const { cells, ids } = plan;
  const { node: _, site_type: __, site_warehouse: ___, password: ____, ...fields } = cells;
  const { id } = await addSiteOfSheet(
    scope,
    {
      ...fields,
      site_type: ids.site_type ?? null,
      siteWarehouse: ids.site_warehouse ?? null,
      organization_node: ids.node ?? null,
    },
    { password: await hashOf(plan, hashes), users },
  );
  return {
    outcome: "created",
    site_id: id,
    assigned: users,
    ...(plan.newPassword === undefined ? {} : { shop_username: cells.ecommerce_username }),
  } as const;
};

interface Before {
  readonly states: ReadonlyMap<number, object>;
  readonly pairs: ReadonlySet<string>;
}

const update = async (
  services: Services,
  scope: CompanyScope,
  { site, cells, ids, changes }: RowPlan,
  { users }: Saving,
  { states, pairs }: Before,
) => {
  const id = site?.id ?? 0;
  const assigned = users.filter((user) => !pairs.has(`${id} ${user}`));
  if (changes.length === 0 && assigned.length === 0) return { outcome: "unchanged", site_id: id } as const;
  const {
    node: _,
    site_type: __,
    site_warehouse: ___,
    password: ____,
    ecommerce_username: _____,
    ...fields
  } = cells;
  await changeSite(services, scope, id, {
    ...fields,
    ...(ids.site_type ? { site_type: ids.site_type } : {}),
    ...(ids.site_warehouse ? { site_warehouse: ids.site_warehouse } : {}),
    ...(ids.node ? { organization_node: ids.node } : {}),
    // Beside those who are assigned already.
    ...(users.length > 0 ? { users: [...users], users_before: [] } : {}),
  });
  return { outcome: "updated", site_id: id, before: states.get(id), assigned } as const;
};

/** Saves rows one after the other. A row that is refused leaves nothing behind and does not stop the others. */
export const saveRows = async (services: Services, scope: CompanyScope, saving: Saving): Promise<Saved[]> => {
  const sites = saving.plans.flatMap(({ site, errors }) => (site && errors.length === 0 ? [site.id] : []));
  const before = {
    states: await lockSiteStates(scope, sites),
    pairs: await assignedPairs(scope, sites, saving.users),
  };
  const saved: Saved[] = [];
  for (const plan of saving.plans) {
    if (plan.errors.length > 0) {
      saved.push({ plan, outcome: "failed", errors: plan.errors });
      continue;
    }
    try {
      const row = await inSavepoint<SavedPart>(scope.db, () =>
        plan.site ? update(services, scope, plan, saving, before) : create(scope, plan, saving),
      );
      saved.push({ plan, errors: [], ...row });
    } catch (error) {
      saved.push({ plan, outcome: "failed", errors: errorsFrom(error) });
    }
  }
  return saved;
};
