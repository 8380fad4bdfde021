import { Box } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import type { NewRole, Role } from "@mcc/contract/roles/roles.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { useParams } from "@tanstack/react-router";
import { TextLink } from "../../platform/page/text-link.tsx";
import { RecordEditPage } from "../../platform/records/record-edit-page.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { roleScreens } from "./role-screens.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

/** What users with the role may do, which other pages change, and who they are. */
const RoleRights = ({ role }: { role: Role }) => {
  const allowed = (right: boolean) => (right ? texts.allowed : texts.notAllowed);
  const login = {
    label: texts.login,
    value: <TextLink to="/configuration/ecommerce-login">{allowed(role.can_impersonate)}</TextLink>,
  };
  const tracking = {
    label: texts.tracking,
    value: <TextLink to="/configuration/order-tracking">{allowed(role.can_view_order_tracking)}</TextLink>,
  };
  const users = {
    label: texts.users,
    value: (
      <TextLink to="/users" search={{ role: role.name } as never}>
        {texts.showUsers}
      </TextLink>
    ),
  };
  const mayTrack = can(useSessionUser(), "order-tracking-configuration");
  return (
    <Box maw={560} mt="xl">
      <Card title={texts.rights}>
        <Facts facts={mayTrack ? [login, tracking, users] : [login, users]} />
      </Card>
    </Box>
  );
};

/** One role: its name, and what it allows. */
export const RolePage = () => {
  const { roleId = "" } = useParams({ strict: false });
  return (
    <RecordEditPage<Role, NewRole>
      screens={roleScreens}
      id={roleId}
      valuesOf={({ name }) => ({ name })}
      saveQuestion={(role) => (role.has_approval_rule ? texts.saveQuestion : undefined)}
      more={(role) => <RoleRights role={role} />}
    />
  );
};
