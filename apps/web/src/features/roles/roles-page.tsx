import type { NewRole, Role } from "@mcc/contract/roles/roles.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import { RecordListPage } from "../../platform/records/record-list-page.tsx";
import { roleScreens } from "./role-screens.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

const columns = [{ label: texts.name, sort: "name", cell: ({ name }: Role) => name }];

/** The roles of the company. */
export const RolesPage = () => (
  <RecordListPage<Role, NewRole>
    screens={roleScreens}
    columns={columns}
    orderBy="name"
    initialValues={{ name: "" }}
    edit={({ id }) => linkOptions({ to: "/configuration/roles/$roleId", params: { roleId: String(id) } })}
  />
);
