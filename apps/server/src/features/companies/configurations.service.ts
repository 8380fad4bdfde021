import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import type {
  CompanyConfiguration,
  ConfigurationChanges,
  NewConfiguration,
} from "@mcc/contract/companies/configurations.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import type { CompanyScope, PlatformScope } from "../../platform/access/scope.ts";
import type { EnteredCompanies } from "../../platform/access/transactions.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Services } from "../../platform/services.ts";
import { lockApprovalSettings } from "../approval-rules/approval-rules.service.ts";
import { mustHaveNothingPending } from "../approval-steps/deletion-guards.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { followScopeChange } from "../hierarchy/hierarchy-changes.service.ts";
import { findCompany } from "./companies.queries.ts";
import * as queries from "./configurations.queries.ts";

const configurationOf = async (db: Kysely<Tables>, id: number): Promise<CompanyConfiguration> =>
  ((await queries.findConfiguration(db, id)) ?? fail("not_found")) as CompanyConfiguration;

export const findConfiguration = ({ db }: PlatformScope, id: number) => configurationOf(db, id);

const COLUMNS = {
  tenantGroup: "tenant_group",
  customerERPIdentifier: "customer_erp_identifier",
  hasOrderApproval: "has_order_approval",
  hasOrderTracking: "has_order_tracking",
  hasCompanyHierarchy: "has_company_hierarchy",
  hasLocationNameRequired: "has_location_name_required",
  hasTriggerRuleWeekdayDisabled: "has_trigger_rule_weekday_disabled",
} as const;

/** What is given, by the names of the columns. */
const columnsOf = (given: ConfigurationChanges) =>
  Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = given[field as keyof ConfigurationChanges];
      return value === undefined ? [] : [[column, value]];
    }),
  ) as Partial<Omit<CompanyConfiguration, "id" | "company" | "catalogs">>;

/** As the audit has it: the company is that of the entry. */
const audited = ({ company: _, ...configuration }: CompanyConfiguration) => configuration;

/** Its users begin with the slug, as the usernames of its administrators do. */
export const createConfiguration = async (
  services: Services,
  scope: PlatformScope,
  { company: id, ...given }: NewConfiguration,
): Promise<CompanyConfiguration> => {
  const company = (await findCompany(scope.db, id)) ?? failField("company", says.noCompany);
  const { tenantGroup: tenant_group, customerERPIdentifier: customer_erp_identifier } = given;
  const row = { ...columnsOf(given), tenant_group, customer_erp_identifier };
  const isNew = await queries.addConfiguration(scope.db, {
    ...row,
    company_id: id,
    username_prefix: company.slug_name,
  });
  if (!isNew) fail("company.configured");
  const record = await configurationOf(scope.db, id);
  await addChangeEntry(scope, { action: "configuration.created", record: audited(record), companyId: id });
  await followScopeChange(services, { ...scope, companyId: id });
  return record;
};

/** Approvals are not taken from a company with pending orders; new orders and a change are serialized. */
const updateInCompany = async (
  services: Services,
  scope: CompanyScope,
  given: ConfigurationChanges,
): Promise<CompanyConfiguration> => {
  const { db, companyId: id } = scope;
  await lockApprovalSettings(scope);
  const before = await configurationOf(db, id);
  const after = { ...before, ...columnsOf(given) };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  if (before.has_order_approval && !after.has_order_approval) await mustHaveNothingPending(scope);
  await queries.setConfiguration(db, id, columnsOf(given));
  await addChangeEntry(scope, {
    ...{ action: "configuration.updated", record: audited(after), before: audited(before) },
  });
  // Which sites users see, which alert rules they have and what they may do follow from the toggles.
  await followScopeChange(services, scope);
  return after;
};

export const updateConfiguration = (
  services: Services,
  companies: EnteredCompanies,
  id: number,
  given: ConfigurationChanges,
): Promise<CompanyConfiguration> => companies.enter(id, (scope) => updateInCompany(services, scope, given));
