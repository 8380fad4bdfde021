import { BudgetLinks } from "../../features/budgets/budget-links.tsx";
import { SitePage as SiteRecordPage } from "../../features/sites/site-page.tsx";

/** The page of a site, with the budgets that cover it. */
export const SitePage = () => <SiteRecordPage budgets={(site) => <BudgetLinks site={site} />} />;
