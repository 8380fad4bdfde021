import { Button } from "@mantine/core";
import { companyList, findCompany, updateCompany } from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import { Card } from "@mcc/ui/card.tsx";
import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/edit-form.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { configurationTexts, companyTexts as texts } from "./companies.texts.ts";
import { CompanyFields } from "./company-fields.tsx";
import {
  CompanyForm,
  type CompanyValues,
  companyBody,
  companyErrors,
  companyValues,
} from "./company-form.ts";

/** Leads to the configuration, which a company may not have yet. */
const ConfigurationButton = ({ companyId }: { companyId: string }) => {
  const { record, missing } = useRecord(
    findConfiguration,
    { params: { id: companyId } },
    { failed: configurationTexts.fetchFailed },
  );
  if (!record && !missing) return null;
  const to = record
    ? ("/companies/$companyId/configuration/edit" as const)
    : ("/companies/$companyId/configuration/create" as const);
  return (
    <Button
      variant={record ? "default" : "filled"}
      leftSection={<IconSettings size={16} aria-hidden />}
      renderRoot={(props: object) => <Link {...props} to={to} params={{ companyId }} />}
    >
      {record ? texts.editConfiguration : texts.createConfiguration}
    </Button>
  );
};

const keepCompany = (company: Company): void => {
  const params = { id: String(company.id) };
  queryClient.setQueryData(queryFor(findCompany, { params }).queryKey, company);
};

/** The form of a company, and the way to its configuration. It stays open after saving. */
export const UpdateCompany = ({ company }: { company: Company }) => {
  const [saved, setSaved] = useState(company);
  const send = (values: CompanyValues) =>
    saveRecord({
      send: () =>
        call(updateCompany, {
          params: { id: company.id },
          body: companyBody(values, config().environment, saved),
        }).catch((error: unknown) => {
          throw companyErrors(error);
        }),
      success: texts.updated,
      failure: texts.updateFailed,
      onSuccess: (updated) => {
        setSaved(updated);
        keepCompany(updated);
      },
      invalidate: () => invalidate([companyList.page]),
    });
  const before = companyValues(saved);
  return (
    <Card title={saved.name} aside={<ConfigurationButton companyId={String(company.id)} />}>
      <EditForm<CompanyValues>
        schema={CompanyForm}
        initialValues={before}
        isChanged={(values) => JSON.stringify(values) !== JSON.stringify(before)}
        submit={texts.updateSubmit}
        send={send}
      >
        {(form) => <CompanyFields form={form} company={saved} />}
      </EditForm>
    </Card>
  );
};
