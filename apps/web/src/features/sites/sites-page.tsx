import { can } from "@mcc/contract/access/permissions.ts";
import { allSites, siteList } from "@mcc/contract/sites/sites.api.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { LoginAsAction } from "./login-as-action.tsx";
import { siteColumns } from "./sites-columns.tsx";

const spreadsheet = { page: allSites };
const actions = (site: SiteRow) => <LoginAsAction site={site} />;

export const SitesPage = () => (
  <Page section="Company" title="Sites">
    <ResourceTable
      list={useListState(siteList)}
      noun="Sites"
      searched="Site, location, shop user, unit or region"
      columns={siteColumns}
      rowKey={({ id }) => id}
      spreadsheet={spreadsheet}
      maxActions={1}
      actions={can(useSessionUser(), "impersonate") ? actions : undefined}
    />
  </Page>
);
