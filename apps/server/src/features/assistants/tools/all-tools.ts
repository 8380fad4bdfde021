import { accessQuestion, budgets, times } from "./company-tools.ts";
import { findOrders, listDocuments, orderStatus, prepareDecision } from "./order-tools.ts";
import type { Tool } from "./tool.ts";

/** What assistants can do: nothing of it changes anything. */
export const allTools: readonly Tool[] = [
  findOrders,
  orderStatus,
  listDocuments,
  budgets,
  times,
  accessQuestion,
  prepareDecision,
];
