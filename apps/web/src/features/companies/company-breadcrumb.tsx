import { ReturnLink } from "../../platform/page/return-link.tsx";
import { companyTexts as texts } from "./companies.texts.ts";
import { useCompany } from "./use-company.ts";

/** The way to the page of a company, by its name. */
export const CompanyBreadcrumb = ({ id }: { id: string }) => (
  <ReturnLink to="/companies/$id" params={{ id }}>
    {useCompany(id).record?.name ?? texts.update}
  </ReturnLink>
);
