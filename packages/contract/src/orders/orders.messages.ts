/** Messages about orders used by the server, or by several web features. */
export const orderMessages = {
  listFailed: "There was an error loading the orders. Please try again later",
  searchFailed: "There was an error searching the orders. Please try again later",
  exportFailed: "There was an error exporting the orders. Please try again later",
  noSuchItem: "This order has no such item.",
} as const;
