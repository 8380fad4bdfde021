import { Switch, Text } from "@mantine/core";
import { roles, updateRole } from "@mcc/contract/roles/roles.api.ts";
import type { Role } from "@mcc/contract/roles/roles.schema.ts";
import type { ReactNode } from "react";
import { call } from "../../platform/api/call.ts";
import { Page } from "../../platform/page/page.tsx";
import { runAction, useIsRunning } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecords } from "../../platform/records/use-records.ts";
import { roleScreens } from "./role-screens.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

type SwitchedRight = "can_impersonate" | "can_view_order_tracking";

interface RoleSwitchProps {
  readonly right: SwitchedRight;
  readonly label: string;
}

/** Shows the new value while it is saved. */
const RoleSwitch = ({ role, right, label }: RoleSwitchProps & { readonly role: Role }) => {
  const { id, name, [right]: on } = role;
  const key = [updateRole.path, id, right] as const;
  const checked = useIsRunning(key) ? !on : on;
  const turn = () =>
    runAction({
      key,
      send: () => call(updateRole, { params: { id }, body: { [right]: !on } }),
      success: texts.updated,
      failure: texts.updateFailed,
      invalidate: roleScreens.invalidate,
    });
  return <Switch size="sm" aria-label={`${label}, ${name}`} checked={checked} onChange={() => void turn()} />;
};

interface RoleSwitchesProps extends RoleSwitchProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The roles of the company, each with a switch for one right. */
export const RoleSwitches = ({ title, children, ...right }: RoleSwitchesProps) => {
  const { rows, ...listed } = useRecords(roles, { orderBy: "name", failed: texts.listFailed });
  return (
    <Page title={title} breadcrumbs={breadcrumbs(roleScreens.above, title)}>
      <Text c="dimmed" mb="md">
        {children}
      </Text>
      <RecordTable<Role>
        {...listed}
        rows={rows}
        label={title}
        columns={[
          { label: texts.name, sort: "name", cell: ({ name }) => name },
          { label: right.label, cell: (role) => <RoleSwitch role={role} {...right} /> },
        ]}
        empty={texts.empty}
      />
    </Page>
  );
};
