import { can } from "../access/permissions.ts";
import type { Session } from "../access/session.ts";

/** Whether a user may open the storefront as the shop user of a visible site. */
export const canLogInAs = (who: Session, site: { readonly buyout_site: boolean }): boolean =>
  can(who, "impersonate") && (!site.buyout_site || can(who, "company-admin"));
