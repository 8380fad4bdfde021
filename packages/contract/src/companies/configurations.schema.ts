import { z } from "zod";
import { bodyId } from "../kit/id.ts";
import { requiredText } from "../kit/text.ts";
import { companyMessages as says } from "./companies.messages.ts";

/** A company's configuration as platform admins see it; its id is the company's. */
export const CompanyConfiguration = z.object({
  id: z.number(),
  company: z.number(),
  catalogs: z.array(z.string()),
  tenant_group: z.string(),
  customer_erp_identifier: z.string(),
  /** null is Not available, false is Disabled, true is Enabled. */
  has_order_tracking: z.boolean().nullable(),
  has_order_approval: z.boolean().nullable(),
  has_company_hierarchy: z.boolean().nullable(),
  /** Sites have a location name, which lists show. */
  has_location_name_required: z.boolean(),
  /** Alert rules by weekday are not offered and do not fire. */
  has_trigger_rule_weekday_disabled: z.boolean(),
});
export type CompanyConfiguration = z.output<typeof CompanyConfiguration>;

/** Null is a value: the feature is not available. Only a toggle that is left out is missing. */
const toggle = (missing: string) =>
  z.boolean({ error: ({ input }) => (input === undefined ? missing : says.toggle) }).nullable();

/** Off in a new configuration that leaves it out. */
const yesOrNo = z.boolean({ error: says.yesOrNo }).optional();

/** The names of the fields are those of the specification (3 §3). */
const fields = {
  tenantGroup: requiredText(says.tenantGroupRequired).trim(),
  customerERPIdentifier: requiredText(says.erpRequired).trim(),
  hasOrderApproval: toggle(says.approvalRequired),
  hasOrderTracking: toggle(says.trackingRequired),
  hasCompanyHierarchy: toggle(says.hierarchyRequired),
  hasLocationNameRequired: yesOrNo,
  hasTriggerRuleWeekdayDisabled: yesOrNo,
};

export const NewConfiguration = z.object({ ...fields, company: bodyId(says.noCompany) });
export type NewConfiguration = z.output<typeof NewConfiguration>;

/** What is left out stays. */
export const ConfigurationChanges = z.object(fields).partial();
export type ConfigurationChanges = z.output<typeof ConfigurationChanges>;
