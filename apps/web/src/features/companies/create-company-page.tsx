import { useNavigate } from "@tanstack/react-router";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { PageWithBack } from "../../platform/records/record-page.tsx";
import { companyTexts as texts } from "./companies.texts.ts";
import { CompanyEditor } from "./company-editor.tsx";

const home = { to: "/companies", label: texts.title } as const;

/** The form of a new company. Its own page is next, where it is configured and gets its first administrator. */
export const CreateCompanyPage = () => {
  const navigate = useNavigate();
  return (
    <PageWithBack
      section={texts.section}
      title={texts.create}
      breadcrumbs={breadcrumbs([home], texts.create)}
      back={{ ...home, label: texts.back }}
    >
      <CompanyEditor onSaved={({ id }) => navigate({ to: "/companies/$id", params: { id: String(id) } })} />
    </PageWithBack>
  );
};
