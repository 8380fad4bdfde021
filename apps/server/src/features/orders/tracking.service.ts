import { fail } from "@mcc/contract/kit/errors.ts";
import { canTrackOrder } from "@mcc/contract/orders/orders.rules.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { findTrackedOrder, findTracking } from "./orders.queries.ts";

/** Long enough to keep a tab open for a working day. */
const LINK_SECONDS = 12 * 60 * 60;

/** The order's own address, else the company's, else the installation's, else our own page behind a signed link. */
export const trackingUrl = async (
  { links, settings, publicUrl }: Platform,
  scope: CompanyScope,
  identifier: string,
) => {
  const order = (await findTracking(scope, identifier)) ?? fail("not_found");
  if (!canTrackOrder(scope.who, { status: statusOf(order.status) })) fail("access.denied");
  const template = order.company_template ?? settings.trackingUrl;
  const filledIn = template?.replaceAll("{identifier}", encodeURIComponent(identifier));
  const ownPage = () => {
    const token = links.sign("tracking", { company: scope.companyId, order: order.id }, LINK_SECONDS);
    return `${publicUrl()}/tracking/${token}`;
  };
  return { order_tracking_url: order.tracking_url ?? filledIn ?? ownPage() };
};

/** What the built-in tracking page shows to whoever holds its link. */
export const trackedOrder = async ({ links, database }: Platform, token: string) => {
  const claims = links.open("tracking", token);
  if (!claims) return undefined;
  const order = await findTrackedOrder(database.platform, Number(claims.company), Number(claims.order));
  return order && { ...order, status: statusOf(order.status) };
};
