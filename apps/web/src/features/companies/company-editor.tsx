import {
  companyList,
  createCompany,
  findCompany,
  updateCompany,
} from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { companyTexts as texts } from "./companies.texts.ts";
import { CompanyFields } from "./company-fields.tsx";
import { CompanyForm, companyBody, companyFieldOf, companyValues } from "./company-form.ts";

interface CompanyEditorProps {
  /** The company as it is; none for a new one. */
  readonly company?: Company;
  readonly onSaved?: (company: Company) => Promise<unknown>;
}

/** The form of a company. That of a new one is empty again afterwards, that of another stays as it is. */
export const CompanyEditor = ({ company, onSaved }: CompanyEditorProps) => (
  <SavedForm
    isNew={!company}
    schema={CompanyForm}
    initialValues={companyValues(company)}
    fieldOf={companyFieldOf}
    submit={company ? texts.updateSubmit : texts.create}
    send={(values) => {
      const body = companyBody(values, config().environment, company);
      return company
        ? call(updateCompany, { params: { id: company.id }, body })
        : call(createCompany, { body });
    }}
    success={company ? texts.updated : texts.created}
    failure={company ? texts.updateFailed : texts.createFailed}
    onSuccess={(saved) => keepRecord(findCompany, { params: { id: String(saved.id) } }, saved)}
    invalidate={() => invalidate([companyList.page])}
    onSaved={onSaved}
    clearOnSubmit={company ? [] : ["name", "domain", "slugName"]}
  >
    {(form) => <CompanyFields form={form} company={company} />}
  </SavedForm>
);
