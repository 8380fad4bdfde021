import { linkOptions } from "@tanstack/react-router";

export const toBudget = (id: number) =>
  linkOptions({ to: "/budgets/$budgetId", params: { budgetId: String(id) } });
