import { fail } from "@mcc/contract/kit/errors.ts";
import { canTrackOrder } from "@mcc/contract/orders/orders.rules.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { trackingAddress } from "@mcc/contract/orders/tracking-address.ts";
import { runAsSession } from "../../platform/access/run-as-session.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { findTrackedOrder, findTracking } from "./orders.queries.ts";

/** Long enough to keep a tab open for a working day; it ends earlier with the session. */
const LINK_SECONDS = 12 * 60 * 60;

/** The order's own address, else the company's, else the installation's, else our own page behind a signed link. */
export const trackingUrl = async (
  { signedLinks, settings, publicUrl }: Services,
  scope: CompanyScope,
  identifier: string,
) => {
  const order = (await findTracking(scope, identifier)) ?? fail("not_found");
  if (!canTrackOrder(scope.who, { status: statusOf(order.status) })) fail("access.denied");
  const template = order.company_template ?? settings.trackingUrl;
  const filledIn = template && trackingAddress(template, identifier);
  const ownPage = () => {
    const token = signedLinks.sign("tracking", { session: scope.sessionId, order: order.id }, LINK_SECONDS);
    return `${publicUrl()}/tracking/${token}`;
  };
  return { order_tracking_url: order.tracking_url ?? filledIn ?? ownPage() };
};

/** The built-in tracking page, while the user of its link is signed in and may track the order. */
export const trackedOrder = async ({ signedLinks, database }: Services, token: string) => {
  const claims = signedLinks.verify("tracking", token);
  if (!claims) return undefined;
  return runAsSession(database, String(claims.session), async (scope) => {
    const found = await findTrackedOrder(scope, Number(claims.order));
    const order = found && { ...found, status: statusOf(found.status) };
    return order && canTrackOrder(scope.who, order) ? order : undefined;
  });
};
