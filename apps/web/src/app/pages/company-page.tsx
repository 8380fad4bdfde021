import { Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { CompanyAnalytics } from "../../features/analytics/company-analytics.tsx";
import { Administrators } from "../../features/companies/administrators.tsx";
import { companyTexts as texts } from "../../features/companies/companies.texts.ts";
import { CompanyIntegration } from "../../features/companies/company-integration.tsx";
import { companyPageHeader } from "../../features/companies/company-page-header.tsx";
import { NextStep } from "../../features/companies/next-step.tsx";
import { UpdateCompany } from "../../features/companies/update-company.tsx";
import { useCompany } from "../../features/companies/use-company.ts";
import { ClosedCompany, CompanyClosing } from "../../features/company-closing/company-closing.tsx";
import { CompanyDomains } from "../../features/single-sign-on/company-domains.tsx";
import { CompanySupportAccess } from "../../features/support-access/company-support-access.tsx";
import { CompanyTheme } from "../../features/theme/company-theme.tsx";
import { CompanyUsage } from "../../features/usage/company-usage.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";

/** One company for platform admins: its form, and a section for everything else that belongs to it. */
export const CompanyPage = () => {
  const { id = "" } = useParams({ strict: false });
  const loaded = useCompany(id);
  const title = loaded.record?.name ?? texts.update;
  return (
    <RecordPage {...companyPageHeader(title)} failed={texts.fetchFailed} loaded={loaded}>
      {(company) =>
        company.closed_at ? (
          <ClosedCompany company={company} />
        ) : (
          <Stack key={company.id} gap="xl">
            <NextStep company={company} />
            <UpdateCompany company={company} />
            <CompanySupportAccess companyId={company.id} />
            <Administrators companyId={company.id} />
            <CompanyTheme companyId={company.id} />
            <CompanyDomains companyId={company.id} />
            <CompanyIntegration company={company} />
            <CompanyAnalytics companyId={company.id} />
            <CompanyUsage companyId={company.id} />
            <CompanyClosing company={company} />
          </Stack>
        )
      }
    </RecordPage>
  );
};
