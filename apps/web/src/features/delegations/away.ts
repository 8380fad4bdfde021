import { can } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";

/** Whether orders can be pending with this user, so that a deputy has something to decide about. */
export const mayBeAway = (who: SessionUser): boolean =>
  can(who, "approval:list") && (who.is_approver || who.is_company_admin || who.decides_escalated);
