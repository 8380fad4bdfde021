import { BudgetLinks } from "../../features/budgets/budget-links.tsx";
import { NodePage as NodeRecordPage } from "../../features/hierarchy/node-page.tsx";

/** The page of a node, with the budgets that cover sites below it. */
export const NodePage = () => <NodeRecordPage budgets={(node) => <BudgetLinks node={node} />} />;
