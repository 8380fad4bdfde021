import { useLazy } from "@mcc/ui/use-lazy.ts";
import { PendingApprovalsPage as PendingPage } from "../../features/decisions/pending/pending-approvals-page.tsx";
import { toast } from "../../platform/page/toast.ts";

const loadBudgets = async () => (await import("../../features/budgets/order-budgets.tsx")).BudgetsOfOrders;

const Budgets = ({ ids }: { ids: readonly number[] }) => {
  const Loaded = useLazy(loadBudgets, { early: false, needed: true, onFailure: toast.failure });
  return Loaded && <Loaded ids={ids} />;
};

const budgets = (ids: readonly number[]) => <Budgets ids={ids} />;

/** Pending approvals; approving several shows what is left of their budgets. */
export const PendingApprovalsPage = () => <PendingPage budgets={budgets} />;
