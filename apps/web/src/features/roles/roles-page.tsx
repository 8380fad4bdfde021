import type { NewRole, RoleRow } from "@mcc/contract/roles/roles.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import { TextLink } from "../../platform/page/text-link.tsx";
import { RecordListPage } from "../../platform/records/record-list-page.tsx";
import { roleScreens } from "./role-screens.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

/** How many users have the role, which leads to exactly those. */
const UsersCell = ({ role: { name, users_count: count } }: { role: RoleRow }) =>
  count === 0 ? (
    "0"
  ) : (
    <TextLink to="/users" search={{ role: name } as never} aria-label={texts.usersWith(count, name)}>
      {count.toLocaleString("en-US")}
    </TextLink>
  );

const columns = [{ label: texts.users, isAmount: true, cell: (role: RoleRow) => <UsersCell role={role} /> }];

/** The roles of the company. */
export const RolesPage = () => (
  <RecordListPage<RoleRow, NewRole>
    screens={roleScreens}
    columns={columns}
    orderBy="name"
    initialValues={{ name: "" }}
    edit={({ id }) => linkOptions({ to: "/configuration/roles/$roleId", params: { roleId: String(id) } })}
  />
);
