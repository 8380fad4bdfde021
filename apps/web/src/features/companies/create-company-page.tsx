import { useNavigate } from "@tanstack/react-router";
import { PageWithBack } from "../../platform/records/record-page.tsx";
import { companyTexts as texts } from "./companies.texts.ts";
import { CompanyEditor } from "./company-editor.tsx";
import { companyPageHeader } from "./company-page-header.tsx";

/** The form of a new company. Its own page is next, where it is configured and gets its first administrator. */
export const CreateCompanyPage = () => {
  const navigate = useNavigate();
  return (
    <PageWithBack {...companyPageHeader(texts.create)}>
      <CompanyEditor onSaved={({ id }) => navigate({ to: "/companies/$id", params: { id: String(id) } })} />
    </PageWithBack>
  );
};
