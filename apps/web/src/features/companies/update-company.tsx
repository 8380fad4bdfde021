import { Button } from "@mantine/core";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import { Card } from "@mcc/ui/card.tsx";
import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRecord } from "../../platform/records/use-record.ts";
import { configurationTexts, companyTexts as texts } from "./companies.texts.ts";
import { CompanyEditor } from "./company-editor.tsx";

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

/** The form of a company, and the way to its configuration. */
export const UpdateCompany = ({ company }: { company: Company }) => (
  <Card title={company.name} aside={<ConfigurationButton companyId={String(company.id)} />}>
    <CompanyEditor company={company} />
  </Card>
);
