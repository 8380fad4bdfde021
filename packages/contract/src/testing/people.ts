import type { Session, SessionCompany } from "../access/session.ts";

/** On, off, or not available. */
type Toggle = boolean | null;

export const companyWith = (approval: Toggle, tracking: Toggle, hierarchy: Toggle): SessionCompany => ({
  id: 1,
  name: "Acme",
  slug_name: "acme",
  short_name: "Acme",
  label: "GoAcme",
  logo: null,
  accent_color: null,
  ecommerce_url: null,
  has_order_approval: approval === true,
  has_order_tracking: tracking === true,
  has_company_hierarchy: hierarchy === true,
  has_location_name_required: false,
  has_trigger_rule_weekday_disabled: false,
  features: { order_approval: approval, order_tracking: tracking, company_hierarchy: hierarchy },
  default_billing_address: null,
});

/** A user without any permission, of a company that has every feature. */
export const person = (more: Partial<Session> = {}): Session => ({
  id: 1,
  username: "pat",
  first_name: "Pat",
  last_name: "Doe",
  email: "pat@example.com",
  role: null,
  is_company_admin: false,
  is_approver: false,
  is_deputy: false,
  decides_escalated: false,
  is_mcc_admin: false,
  has_approval_rule: false,
  can_impersonate: false,
  can_view_order_tracking: false,
  enable_analytics: false,
  alerts_enabled: true,
  ecommerce_username: null,
  has_second_factor: false,
  must_enroll: false,
  company: companyWith(true, true, true),
  ...more,
});
