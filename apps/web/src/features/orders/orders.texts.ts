/** Words of the orders screens that are labels rather than messages (specification 1, section 2). */
export const orderTexts = {
  section: "Company",
  orders: "Orders",
  details: "Order Details",
  view: "View",
  documents: "See documents",
  track: "Track order",
  trackButton: "TRACK ORDER",
  trackingNumbers: "Tracking Numbers",
  returnToOrders: "Return to orders",
  close: "Close",
  catalogPlus: "Catalog Plus",
  items: "Order items",
  lines: "Lines",
  removeItem: "Remove item",
  remove: "Remove",
  cancel: "Cancel",
} as const;
