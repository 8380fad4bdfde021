import { BudgetsOfOrders } from "../../features/budgets/order-budgets.tsx";
import { PendingApprovalsPage as PendingPage } from "../../features/decisions/pending/pending-approvals-page.tsx";

const budgets = (ids: readonly number[]) => <BudgetsOfOrders ids={ids} />;

/** Pending approvals; approving several shows what is left of their budgets. */
export const PendingApprovalsPage = () => <PendingPage budgets={budgets} />;
