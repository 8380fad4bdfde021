import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import { importNodes, importSites } from "@mcc/contract/imports/file-imports.api.ts";
import { nodeColumns } from "@mcc/contract/imports/node-columns.ts";
import { siteColumns } from "@mcc/contract/imports/site-columns.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconHierarchyOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { RecordPage } from "../../../platform/records/record-page.tsx";
import { useRecord } from "../../../platform/records/use-record.ts";
import { configurationTexts, importTexts, nodeImportTexts, siteImportTexts } from "../companies.texts.ts";
import { companyPageHeader } from "../company-page-header.tsx";
import { ConfigurationLink } from "../configuration-link.tsx";
import { ImportForm, type ImportKind } from "./import-form.tsx";

const nodes: ImportKind = {
  endpoint: importNodes,
  headers: Object.values(nodeColumns),
  texts: nodeImportTexts,
};
const sites: ImportKind = {
  endpoint: importSites as unknown as ImportKind["endpoint"],
  headers: Object.values(siteColumns),
  texts: siteImportTexts,
};

/** An import for a company with a hierarchy; a company without a configuration has none either. */
const ImportPage = ({ kind }: { kind: ImportKind }) => {
  const { companyId = "" } = useParams({ strict: false });
  const { record, missing, error, retry } = useRecord(
    findConfiguration,
    { params: { id: companyId } },
    { failed: configurationTexts.fetchFailed },
  );
  const configuration = missing ? { has_company_hierarchy: null } : record;
  return (
    <RecordPage
      {...companyPageHeader(kind.texts.title, companyId)}
      failed={configurationTexts.fetchFailed}
      loaded={{ record: configuration, missing: false, error, retry }}
    >
      {({ has_company_hierarchy }) =>
        has_company_hierarchy ? (
          <ImportForm companyId={companyId} kind={kind} />
        ) : (
          <EmptyState
            icon={<IconHierarchyOff size={28} stroke={1.5} />}
            action={<ConfigurationLink companyId={companyId} exists={!missing} />}
          >
            {importTexts.noHierarchy}
          </EmptyState>
        )
      }
    </RecordPage>
  );
};

export const ImportNodesPage = () => <ImportPage kind={nodes} />;
export const ImportSitesPage = () => <ImportPage kind={sites} />;
