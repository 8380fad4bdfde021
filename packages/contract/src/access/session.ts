import { z } from "zod";
import { Address } from "../company-settings/address.schema.ts";
import { PERMISSION_NAMES } from "./permission-names.ts";

/** A feature toggle: null is Not available, false is Disabled, true is Enabled. */
const FeatureToggle = z.boolean().nullable();

export const SessionCompany = z.object({
  id: z.number(),
  name: z.string(),
  slug_name: z.string(),
  short_name: z.string(),
  label: z.string(),
  logo: z.string().nullable(),
  accent_color: z.string().nullable(),
  ecommerce_url: z.string().nullable(),
  has_order_tracking: z.boolean(),
  has_order_approval: z.boolean(),
  has_company_hierarchy: z.boolean(),
  has_location_name_required: z.boolean(),
  has_trigger_rule_weekday_disabled: z.boolean(),
  features: z.object({
    order_approval: FeatureToggle,
    order_tracking: FeatureToggle,
    company_hierarchy: FeatureToggle,
  }),
  /** Sent to company admins only. */
  default_billing_address: Address.nullable(),
});
export type SessionCompany = z.output<typeof SessionCompany>;

/** The signed-in user, as the API sends it and as every permission rule reads it. */
export const SessionUser = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.object({ id: z.number(), name: z.string() }).nullable(),
  is_company_admin: z.boolean(),
  is_approver: z.boolean(),
  /** Is the deputy of an approver now. */
  is_deputy: z.boolean(),
  /** Has the role that escalated steps are left to. */
  decides_escalated: z.boolean(),
  /** Is an owner of a budget. */
  owns_budgets: z.boolean().optional(),
  is_mcc_admin: z.boolean(),
  has_approval_rule: z.boolean(),
  can_impersonate: z.boolean(),
  can_view_order_tracking: z.boolean(),
  enable_analytics: z.boolean(),
  alerts_enabled: z.boolean(),
  ecommerce_username: z.string().nullable(),
  has_second_factor: z.boolean(),
  /** Has to set up a second factor before anything else. */
  must_enroll: z.boolean(),
  /** A platform admin in a company that grants support access: reads what a company admin does. */
  is_support: z.boolean().optional(),
  /** Until when the company grants support access; for its company admins. */
  support_until: z.iso.datetime().optional(),
  /** Platform admins belong to no company. */
  company: SessionCompany.nullable(),
  permissions: z.array(z.enum(PERMISSION_NAMES)),
});
export type SessionUser = z.output<typeof SessionUser>;

/** The user's identity, without the permissions derived from it. */
export type Session = Omit<SessionUser, "permissions">;

/** A user's first and last name; when both are empty, the username. */
export const displayName = (person: { first_name: string; last_name: string; username: string }): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.username;
