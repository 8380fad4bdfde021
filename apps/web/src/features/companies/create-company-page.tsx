import { companyList, createCompany } from "@mcc/contract/companies/companies.api.ts";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { EditForm } from "../../platform/records/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { config } from "../../platform/theme/runtime-config.ts";
import { companyTexts as texts } from "./companies.texts.ts";
import { CompanyFields } from "./company-fields.tsx";
import { CompanyForm, type CompanyValues, companyBody, companyErrors } from "./company-form.ts";

const EMPTY: CompanyValues = { name: "", domain: "", slugName: "" };
const FIELDS = Object.keys(EMPTY) as (keyof CompanyValues)[];
const home = { to: "/companies", label: texts.title } as const;
const loaded = { record: EMPTY, error: null, missing: false, retry: () => {} } as never;

/** The form of a new company. Its own page is next, where it is configured and gets its first administrator. */
export const CreateCompanyPage = () => {
  const navigate = useNavigate();
  const send = async (values: CompanyValues) => {
    let id = 0;
    await saveRecord({
      send: () =>
        call(createCompany, { body: companyBody(values, config().environment) }).catch((error: unknown) => {
          throw companyErrors(error);
        }),
      success: texts.created,
      failure: texts.createFailed,
      onSuccess: (company) => {
        id = company.id;
      },
      invalidate: () => invalidate([companyList.page]),
    });
    await navigate({ to: "/companies/$id", params: { id: String(id) } });
  };
  return (
    <RecordPage<CompanyValues>
      section={texts.section}
      title={texts.create}
      breadcrumbs={breadcrumbs([home], texts.create)}
      back={{ ...home, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(initialValues) => (
        <EditForm<CompanyValues>
          isNew
          schema={CompanyForm}
          initialValues={initialValues}
          submit={texts.create}
          send={send}
          clearOnSubmit={FIELDS}
        >
          {(form) => <CompanyFields form={form} />}
        </EditForm>
      )}
    </RecordPage>
  );
};
