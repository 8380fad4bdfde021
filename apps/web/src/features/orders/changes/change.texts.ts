import { formatMoney } from "../../../platform/page/format.ts";

/** Texts of changing a pending order before deciding about it. */
export const changeTexts = {
  changeQuantity: "Change quantity",
  quantity: "Quantity",
  fewer: "One less",
  more: "One more",
  ordered: (quantity: string, price: string): string => `Ordered: ${quantity} at ${price} each`,
  changeFields: "Change",
  changeFieldsTitle: "Change order details",
  po: "PO",
  afe: "AFE",
  reason: "Reason",
  reasonHint: "Everyone who can see the order can read it, and the person who placed it gets it by e-mail.",
  save: "Save change",
  savedQuantity: "The quantity has been reduced.",
  savedFields: "The order details have been changed.",
  failed: "There has been an error changing the order",
  preview: "After this change",
  total: "Total",
  approvals: "Approvals",
  stillNeeded: "Needed",
  given: "Given",
  neededAgain: "Needed again",
  notNeeded: "No longer needed",
  accepted: "No approval is left to give: the order is accepted with this change.",
  moreNeeded: "The larger total may need further approvals.",
  originally: "originally",
} as const;

export const totalBeforeAfter = (before: string, after: string): string =>
  `${formatMoney(before)} before, ${formatMoney(after)} after`;
