/** What the orders screens say (specification 1, sections 2, 5 and 8). */
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
  placedInShop: "Orders placed in the shop appear here.",
  goToShop: "Go to the shop",
  close: "Close",
  catalogPlus: "Catalog Plus",
  items: "Order items",
  lines: "Lines",
  removeItem: "Remove item",
  remove: "Remove",
  removing: "Removing …",
  cancel: "Cancel",
  trackFailed: "There has been an error trying to track your order. Please try again",
  loadFailed: "There was an error trying to load this order",
  removeLineQuestion:
    "Are you sure you want to remove this item? Removing an item from an order cannot be undone.",
  removeLineDone: "Your item has been removed from the order.",
  removeLineFailed: "There has been an error removing order line",
} as const;

export const notFound = (identifier: string): string => `Order ${identifier} was not found.`;
