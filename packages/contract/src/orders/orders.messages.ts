/** Messages about orders used by the server, or by several web features. */
export const orderMessages = {
  listFailed: "There was an error loading the orders. Please try again later",
  searchFailed: "There was an error searching the orders. Please try again later",
  exportFailed: "There was an error exporting the orders. Please try again later",
  /** What a search of orders looks through. */
  searched: "Order, PO, AFE, tracking, site, person or part",
  noSuchItem: "This order has no such item.",
} as const;
