import { allSites, siteList } from "@mcc/contract/sites/sites.api.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { siteColumns } from "./sites-columns.tsx";

const spreadsheet = { page: allSites };

export const SitesPage = () => (
  <Page section="Company" title="Sites">
    <ResourceTable
      list={useListState(siteList)}
      noun="Sites"
      searched="Site, location, shop user, unit or region"
      columns={siteColumns}
      rowKey={({ id }) => id}
      spreadsheet={spreadsheet}
    />
  </Page>
);
