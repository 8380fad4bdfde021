import { z } from "zod";
import type { Session } from "../access/session.ts";
import { endpoint } from "../kit/endpoint.ts";
import { list } from "../kit/list.ts";
import {
  choiceColumn,
  dateColumn,
  displayColumn,
  moneyColumn,
  nameColumn,
  numberColumn,
  textColumn,
  withLocationNames,
  withoutHierarchy,
} from "../kit/list-columns.ts";
import { exactNames } from "../kit/list-schema.ts";
import { listSum } from "../kit/list-sum.ts";
import { requiredText, text } from "../kit/text.ts";
import { decidedFilters, decidedLabels, decidedRanges } from "./decided-orders.ts";
import { ORDER_STATUSES, Order, OrderRow, PAYMENT_STATUSES } from "./orders.schema.ts";

/** Beyond the specification: hidden until the user adds it, and in the view Essentials. */
const waiting = {
  hidden: true,
  shownTo: (who: Session) => who.company?.has_order_approval === true,
} as const;

export const orderList = list({
  name: "orders",
  path: "/orders/",
  summary: "orders",
  allow: "company:member",
  row: OrderRow,
  sort: "-orderDate",
  essentials: ["identifier", "site", "status", "waiting_for", "orderDate", "total"],
  essentialsIfNarrow: true,
  groups: true,
  // A column finds the words that an order was placed with, or a part of them; these find a site as it is called now.
  extra: {
    site_name: exactNames().optional(),
    site_region: exactNames().optional(),
    site_business_unit: exactNames().optional(),
    ...decidedFilters,
  },
  extraLabels: {
    site_name: "Exact Site",
    site_region: "Exact Region",
    site_business_unit: "Exact Business Unit",
    ...decidedLabels,
  },
  extraRanges: decidedRanges,
  columns: {
    site: nameColumn("Site"),
    location_name: nameColumn("Location Name", withLocationNames),
    business_unit: nameColumn("Business Unit", withoutHierarchy),
    region: nameColumn("Region", withoutHierarchy),
    ordered_by: nameColumn("Ordered By"),
    requested_by: nameColumn("Requested By"),
    identifier: textColumn("Order"),
    po_number: textColumn("PO"),
    tracking_numbers: displayColumn("Tracking Numbers"),
    afe_number: textColumn("AFE"),
    status: choiceColumn("Status", ORDER_STATUSES),
    payment_status: choiceColumn("Payment Status", PAYMENT_STATUSES),
    orderDate: dateColumn("Order Date"),
    lines: numberColumn("Lines"),
    total: moneyColumn("Total"),
    waiting_for: displayColumn("Waiting For", waiting),
  },
});

export const orderSum = listSum(orderList, "total");

const ByIdentifier = z.object({ identifier: text() });

export const findOrder = endpoint({
  method: "GET",
  path: "/orders/:identifier/",
  summary: "Get an order with its lines",
  allow: "company:member",
  params: ByIdentifier,
  reply: Order,
  fails: ["not_found"],
});

export const trackingNumbers = endpoint({
  method: "GET",
  path: "/orders/:identifier/tracking-numbers/",
  summary: "List every tracking number of an order",
  allow: "company:member",
  params: ByIdentifier,
  reply: z.object({ results: z.array(z.string()) }),
  fails: ["not_found"],
});

export const trackingUrl = endpoint({
  method: "GET",
  path: "/orders/:identifier/tracking-url/",
  summary: "Get the tracking address of an order",
  allow: "order-tracking",
  params: ByIdentifier,
  reply: z.object({ order_tracking_url: z.string() }),
  fails: ["not_found"],
});

export const removeOrderLine = endpoint({
  method: "POST",
  path: "/orders/:identifier/remove_line/",
  summary: "Remove an item from a pending order",
  allow: "has-order-approvals",
  params: ByIdentifier,
  body: z.object({ product: requiredText("Product field is required") }),
  reply: Order,
  fails: ["not_found"],
});
