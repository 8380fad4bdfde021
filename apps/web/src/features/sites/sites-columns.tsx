import { can } from "@mcc/contract/access/permissions.ts";
import { allSites, type siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import type { SpreadsheetColumn, SpreadsheetSpec } from "../../platform/export/spreadsheet-columns.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { FirstFew } from "../../platform/lists/table/first-few.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { siteLink } from "./site-actions.tsx";

const namesOf = (users: SiteRow["users"]) => users.map(({ username }) => username);

/** The page of a site is for company admins. */
const NameCell = ({ site }: { site: SiteRow }) => {
  const back = useSearch();
  const isAdmin = can(useSessionUser(), "company-admin");
  return <RecordLink to={isAdmin ? siteLink(site, "EDIT", back) : undefined}>{site.name}</RecordLink>;
};

const UsersCell = ({ site: { id, name, users, users_count } }: { site: SiteRow }) => (
  <FirstFew
    title="Users"
    noun="users"
    of={name}
    names={namesOf(users)}
    count={users_count}
    inAll
    all={async () => {
      const { PagedNames } = await import("../../platform/lists/table/paged-names.tsx");
      return <PagedNames endpoint={siteUsers} ask={{ params: { id } }} nameOf={({ username }) => username} />;
    }}
  />
);

export const siteColumns: RowColumns<typeof siteList> = {
  name: { cell: (site) => <NameCell site={site} />, identifies: true, width: [150, 280] },
  location_name: { card: "site" },
  site_type: { value: ({ site_type }) => site_type?.name },
  business_unit: { card: "site" },
  division: {},
  region: { card: "site" },
  user: {
    value: ({ users }) => namesOf(users).join(", "),
    cell: (site) => <UsersCell site={site} />,
    beside: 64,
    width: [180, 360],
    card: "detail",
  },
};

const column = (
  id: string,
  label: string,
  value: SpreadsheetColumn<SiteRow>["value"],
  kind: SpreadsheetColumn<SiteRow>["kind"] = "text",
): SpreadsheetColumn<SiteRow> => ({ id, label, kind, value, width: Math.max(label.length + 2, 24) });

/** The fields of a site, and then the other columns of the table (SITE-080). */
export const siteSpreadsheet: SpreadsheetSpec<typeof siteList> = {
  page: allSites,
  before: [
    column("site_name", "Site Name", ({ name }) => name),
    column("ecommerce_user_email", "Ecommerce User Email", (site) => site.ecommerce_user_email),
    column("location_name", "Location Name", ({ location_name }) => location_name),
    column("site_type", "Site Type", ({ site_type }) => site_type?.name),
    column("site_warehouse", "Site Warehouse", ({ site_warehouse }) => site_warehouse?.name),
    column("organization_node", "Organization Node", ({ node_name }) => node_name),
    column("users", "Users", ({ users_user = [] }) =>
      users_user.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()).join(", "),
    ),
    column("userscount", "Users Count", ({ users_count }) => users_count, "number"),
  ],
  repeated: ["location_name", "site_type", "user"],
};
