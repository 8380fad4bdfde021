import { Box, Text } from "@mantine/core";
import {
  createConfiguration,
  findConfiguration,
  updateConfiguration,
} from "@mcc/contract/companies/configurations.api.ts";
import type { CompanyConfiguration } from "@mcc/contract/companies/configurations.schema.ts";
import { useNavigate, useParams } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { keepRecord, useRecord } from "../../platform/records/use-record.ts";
import { companyTexts, configurationTexts as texts } from "./companies.texts.ts";
import { companyPageHeader } from "./company-page-header.tsx";
import {
  ConfigurationFields,
  ConfigurationForm,
  configurationBody,
  configurationFieldOf,
  configurationValues,
} from "./configuration-form.tsx";
import { NextStep } from "./next-step.tsx";
import { useCompany } from "./use-company.ts";
import { Warehouses } from "./warehouses/warehouses.tsx";

interface FormProps {
  readonly companyId: string;
  /** None yet, for the form that creates it. */
  readonly configuration?: CompanyConfiguration;
}

/** After the first configuration was created, its edit page is next; after an edit, the form stays open. */
const ConfigurationEditor = ({ companyId, configuration }: FormProps) => {
  const navigate = useNavigate();
  const isNew = configuration === undefined;
  const editPage = { to: "/companies/$companyId/configuration/edit", params: { companyId } } as const;
  return (
    <>
      <Text c="dimmed" mb="md">
        {isNew ? texts.subtitle : texts.editSubtitle}
      </Text>
      <SavedForm
        isNew={isNew}
        schema={ConfigurationForm}
        initialValues={configurationValues(configuration)}
        fieldOf={configurationFieldOf}
        submit={isNew ? texts.createSubmit : texts.save}
        send={(values) => {
          const body = configurationBody(values);
          return isNew
            ? call(createConfiguration, { body: { ...body, company: Number(companyId) } })
            : call(updateConfiguration, { params: { id: companyId }, body });
        }}
        success={isNew ? texts.created : texts.saved}
        failure={isNew ? texts.createFailed : texts.saveFailed}
        onSuccess={(saved) => keepRecord(findConfiguration, { params: { id: companyId } }, saved)}
        onSaved={isNew ? () => navigate(editPage) : undefined}
      >
        {(form) => <ConfigurationFields form={form} />}
      </SavedForm>
    </>
  );
};

/** The first configuration of a company, which all its nodes have by default. */
export const CreateConfigurationPage = () => {
  const { companyId = "" } = useParams({ strict: false });
  return (
    <RecordPage
      {...companyPageHeader(texts.createTitle, companyId)}
      failed={companyTexts.fetchFailed}
      loaded={useCompany(companyId)}
    >
      {() => <ConfigurationEditor companyId={companyId} />}
    </RecordPage>
  );
};

export const EditConfigurationPage = () => {
  const { companyId = "" } = useParams({ strict: false });
  // Not cached: the form starts with the configuration as the server has it now.
  const options = { failed: texts.fetchFailed, gcTime: 0 };
  const loaded = useRecord(findConfiguration, { params: { id: companyId } }, options);
  const company = useCompany(companyId).record;
  return (
    <RecordPage {...companyPageHeader(texts.editTitle, companyId)} failed={texts.fetchFailed} loaded={loaded}>
      {(found) => (
        <>
          {company && (
            <Box mb="lg">
              <NextStep company={company} />
            </Box>
          )}
          <ConfigurationEditor key={found.id} companyId={companyId} configuration={found} />
          <Box mt="lg">
            <Warehouses companyId={found.company} />
          </Box>
        </>
      )}
    </RecordPage>
  );
};
