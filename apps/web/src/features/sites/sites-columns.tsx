import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { type siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import { queryFor } from "../../platform/api/call.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { FirstFew } from "../../platform/lists/table/first-few.tsx";

const namesOf = (users: SiteRow["users"]) => users.map(({ username }) => username);

const UsersCell = ({ site: { id, name, users, users_count } }: { site: SiteRow }) => (
  <FirstFew
    title="Users"
    noun="users"
    of={name}
    names={namesOf(users)}
    count={users_count}
    query={queryFor(siteUsers, { params: { id }, query: { limit: ALL_ROWS } })}
    namesIn={({ results }) => namesOf(results)}
  />
);

export const siteColumns: RowColumns<typeof siteList> = {
  name: { identifies: true, width: [150, 280] },
  location_name: { card: "site" },
  site_type: { value: ({ site_type }) => site_type?.name },
  business_unit: { card: "site" },
  division: {},
  region: { card: "site" },
  user: {
    value: ({ users }) => namesOf(users).join(", "),
    cell: (site) => <UsersCell site={site} />,
    width: [180, 360],
    card: "detail",
  },
};
