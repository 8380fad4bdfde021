import { fail } from "../kit/errors.ts";
import { PERMISSION_NAMES, type PermissionName } from "./permission-names.ts";
import type { Session } from "./session.ts";

/** A rule is a pure function of the user who sends the request. */
type Rule = (who: Session) => boolean;

const member: Rule = (who) => who.company !== null && !who.is_mcc_admin;
const admin: Rule = (who) => member(who) && who.is_company_admin;
const platform: Rule = (who) => who.is_mcc_admin;
const approvalsOn: Rule = (who) => member(who) && who.company?.has_order_approval === true;
const hierarchyOn: Rule = (who) => admin(who) && who.company?.has_company_hierarchy === true;

/**
 * Sent to the web with the user (AUTH-030), which also fixes their names. Two of these are not what one expects:
 * `has-order-approvals` is an approver, a deputy of one, one to whom steps are escalated or a company admin while approvals are on, `impersonate` is login as.
 */
const sentPermissions: Record<PermissionName, Rule> = {
  "order-tracking": (who) =>
    member(who) && who.can_view_order_tracking && who.company?.has_order_tracking === true,
  "order-tracking-configuration": (who) => admin(who) && who.company?.has_order_tracking === true,
  "has-order-approvals": (who) =>
    approvalsOn(who) && (who.is_approver || who.is_company_admin || who.is_deputy || who.decides_escalated),
  impersonate: (who) => member(who) && who.can_impersonate,
  "company-admin": admin,
  hierarchy: hierarchyOn,
  analytics: (who) => member(who) && who.enable_analytics,
  "mcc-admin": platform,
};

/** Every permission rule. Server guards, routes, menus and buttons all read this table. */
export const permissions = {
  ...sentPermissions,
  "session:own": () => true,
  "company:member": member,
  /** Names of nodes and groups are used in columns and filters, so every user of a company with a hierarchy can read them. */
  "hierarchy:read": (who) => member(who) && who.company?.has_company_hierarchy === true,
  "approval:list": approvalsOn,
  /** How long approvals take; also while they are Disabled, as what was decided stays. */
  "approval-times": (who) =>
    member(who) &&
    who.company?.features.order_approval !== null &&
    (who.enable_analytics || who.is_company_admin),
  "approval:rules": (who) => admin(who) && approvalsOn(who),
  /** Whose menu has the budgets; others open those of their sites from a site, a node or an order. */
  "budgets:menu": (who) => admin(who) || (member(who) && who.owns_budgets === true),
  /** Enabled or Disabled, so that the Enable button stays reachable; not when Not available. */
  "approval:configure": (who) => admin(who) && who.company?.features.order_approval !== null,
} as const satisfies Record<string, Rule>;

/** Actions that need no record: an endpoint, a route or a menu entry may name them. */
export type GlobalAction = keyof typeof permissions;

export const can = (who: Session, action: GlobalAction): boolean => permissions[action](who);

export const must = (who: Session, action: GlobalAction): void => {
  if (!can(who, action)) fail("access.denied");
};

export const permissionsOf = (who: Session): PermissionName[] =>
  PERMISSION_NAMES.filter((name) => can(who, name));
