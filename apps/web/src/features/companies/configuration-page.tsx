import { Text } from "@mantine/core";
import {
  createConfiguration,
  findConfiguration,
  updateConfiguration,
} from "@mcc/contract/companies/configurations.api.ts";
import type { CompanyConfiguration } from "@mcc/contract/companies/configurations.schema.ts";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { EditForm } from "../../platform/records/edit-form.tsx";
import { withFieldNames } from "../../platform/records/form.ts";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { companyTexts, configurationTexts as texts } from "./companies.texts.ts";
import { CompanyBreadcrumb } from "./company-breadcrumb.tsx";
import {
  ConfigurationFields,
  ConfigurationForm,
  type ConfigurationValues,
  configurationBody,
  configurationValues,
  EMPTY,
} from "./configuration-form.tsx";
import { useCompany } from "./use-company.ts";

const home = { to: "/companies", label: companyTexts.title } as const;
const back = { ...home, label: companyTexts.back };

const keepConfiguration = (configuration: CompanyConfiguration): void => {
  const params = { id: String(configuration.company) };
  queryClient.setQueryData(queryFor(findConfiguration, { params }).queryKey, configuration);
};

/** The form calls the hierarchy otherwise than the server does. */
const withFormNames = (error: unknown): never => {
  throw withFieldNames(error, (field) => (field === "hasCompanyHierarchy" ? "hasHierarchy" : field));
};

/** The first configuration of a company, which all its nodes have by default. */
export const CreateConfigurationPage = () => {
  const { companyId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const loaded = useCompany(companyId);
  const send = async (values: ConfigurationValues) => {
    const body = { ...configurationBody(values), company: Number(companyId) };
    await saveRecord({
      send: () => call(createConfiguration, { body }).catch(withFormNames),
      success: texts.created,
      failure: texts.createFailed,
      onSuccess: keepConfiguration,
      invalidate: () => Promise.resolve(),
    });
    await navigate({ to: "/companies/$companyId/configuration/edit", params: { companyId } });
  };
  return (
    <RecordPage
      section={companyTexts.section}
      title={texts.createTitle}
      breadcrumbs={breadcrumbs([home, <CompanyBreadcrumb key="company" id={companyId} />], texts.createTitle)}
      back={back}
      failed={companyTexts.fetchFailed}
      loaded={loaded}
    >
      {() => (
        <>
          <Text c="dimmed" mb="md">
            {texts.subtitle}
          </Text>
          <EditForm<ConfigurationValues>
            isNew
            schema={ConfigurationForm}
            initialValues={EMPTY}
            submit={texts.createSubmit}
            send={send}
          >
            {(form) => <ConfigurationFields form={form} />}
          </EditForm>
        </>
      )}
    </RecordPage>
  );
};

const EditConfiguration = ({ configuration }: { configuration: CompanyConfiguration }) => {
  const [saved, setSaved] = useState(() => configurationValues(configuration));
  const send = (values: ConfigurationValues) =>
    saveRecord({
      send: () =>
        call(updateConfiguration, {
          params: { id: configuration.id },
          body: configurationBody(values),
        }).catch(withFormNames),
      success: texts.saved,
      failure: texts.saveFailed,
      onSuccess: (updated) => {
        setSaved(configurationValues(updated));
        keepConfiguration(updated);
      },
      invalidate: () => Promise.resolve(),
    });
  return (
    <EditForm<ConfigurationValues>
      schema={ConfigurationForm}
      initialValues={saved}
      isChanged={(values) => JSON.stringify(values) !== JSON.stringify(saved)}
      submit={texts.save}
      send={send}
    >
      {(form) => <ConfigurationFields form={form} />}
    </EditForm>
  );
};

export const EditConfigurationPage = () => {
  const { companyId = "" } = useParams({ strict: false });
  useCompany(companyId);
  // Not cached: the form starts with the configuration as the server has it now.
  const loaded = useRecord(
    findConfiguration,
    { params: { id: companyId } },
    { failed: texts.fetchFailed, gcTime: 0 },
  );
  return (
    <RecordPage
      section={companyTexts.section}
      title={texts.editTitle}
      breadcrumbs={breadcrumbs([home, <CompanyBreadcrumb key="company" id={companyId} />], texts.editTitle)}
      back={back}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(configuration) => (
        <>
          <Text c="dimmed" mb="md">
            {texts.subtitle}
          </Text>
          <EditConfiguration key={configuration.id} configuration={configuration} />
        </>
      )}
    </RecordPage>
  );
};
