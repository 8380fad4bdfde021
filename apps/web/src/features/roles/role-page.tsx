import type { NewRole, Role } from "@mcc/contract/roles/roles.schema.ts";
import { useParams } from "@tanstack/react-router";
import { RecordEditPage } from "../../platform/records/record-edit-page.tsx";
import { roleScreens } from "./role-screens.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

/** One role: its name. */
export const RolePage = () => {
  const { roleId = "" } = useParams({ strict: false });
  return (
    <RecordEditPage<Role, NewRole>
      screens={roleScreens}
      id={roleId}
      valuesOf={({ name }) => ({ name })}
      saveQuestion={(role) => (role.has_approval_rule ? texts.saveQuestion : undefined)}
    />
  );
};
