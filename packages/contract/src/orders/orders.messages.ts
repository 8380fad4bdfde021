/** Texts of the orders screens, to the letter (specification 1, sections 5 and 8); the last three are our own. */
export const orderMessages = {
  trackFailed: "There has been an error trying to track your order. Please try again",
  loadFailed: "There was an error trying to load this order",
  removeLineQuestion:
    "Are you sure you want to remove this item? Removing an item from an order cannot be undone.",
  removeLineDone: "Your item has been removed from the order.",
  removeLineFailed: "There has been an error removing order line",
  listFailed: "There was an error loading the orders. Please try again later",
  searchFailed: "There was an error searching the orders. Please try again later",
  exportFailed: "There was an error exporting the orders. Please try again later",
} as const;
