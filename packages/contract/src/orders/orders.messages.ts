/** What is said of orders by the server, or by more than one room of the web. */
export const orderMessages = {
  listFailed: "There was an error loading the orders. Please try again later",
  searchFailed: "There was an error searching the orders. Please try again later",
  exportFailed: "There was an error exporting the orders. Please try again later",
  noSuchItem: "This order has no such item.",
} as const;
