import { ReturnLink } from "../../platform/page/return-link.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { companyTexts as texts } from "./companies.texts.ts";
import { useCompany } from "./use-company.ts";

const home = { to: "/companies", label: texts.title } as const;

/** The way to the page of a company, by its name. */
const CompanyBreadcrumb = ({ id }: { id: string }) => (
  <ReturnLink to="/companies/$id" params={{ id }}>
    {useCompany(id).record?.name ?? texts.update}
  </ReturnLink>
);

/** What the pages below the list of companies have above their content; those of one company lead back to it, too. */
export const companyPageHeader = (title: string, companyId?: string) => ({
  section: texts.section,
  title,
  breadcrumbs: breadcrumbs(
    companyId === undefined ? [home] : [home, <CompanyBreadcrumb key="company" id={companyId} />],
    title,
  ),
  back: { ...home, label: texts.back },
});
