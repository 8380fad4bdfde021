import { Checkbox, Text } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { unassignedSites, unassignedUsers } from "@mcc/contract/hierarchy/unassigned.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { AsyncMultiSelect } from "../../platform/records/fields/async-multi-select.tsx";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { JsonField } from "../../platform/records/fields/json-field.tsx";
import { NodeSelect } from "../../platform/records/fields/node-select.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { hierarchyTexts } from "./hierarchy.texts.ts";
import type { ConfigurationValues, NodeValues } from "./node-form.schema.ts";
import { nodeTexts as texts } from "./nodes-and-groups.texts.ts";
import { sameGroupRemark } from "./same-group-remark.ts";

const everything = { query: { limit: String(ALL_ROWS) } };

type Field = AppForm<NodeValues>["field"];

/** The name, the group and the place of a node in the tree. */
export const NodeFields = ({ field, isRoot, id }: { field: Field; isRoot: boolean; id?: number }) => (
  <>
    <TextField label={texts.name} required {...field("name")} />
    <AsyncSelect
      label={texts.group}
      description={texts.groupHint}
      endpoint={groupList.page}
      ask={everything}
      optionsOf={({ results }) => results.map((group) => ({ value: String(group.id), label: group.name }))}
      failed={hierarchyTexts.groupsFailed}
      {...field("group")}
    />
    {isRoot ? (
      <Text size="sm" c="dimmed">
        {texts.rootHint}
      </Text>
    ) : (
      <NodeSelect
        label={texts.parent}
        failed={hierarchyTexts.nodesFailed}
        without={id}
        remarkOn={sameGroupRemark(() => Number(field("group").value))}
        {...field("parent")}
      />
    )}
  </>
);

/** The sites and users that a new node gets: those that have no node. */
export const UnassignedFields = ({ field }: { field: Field }) => (
  <>
    <AsyncMultiSelect
      label={texts.sites}
      endpoint={unassignedSites}
      ask={everything}
      optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
      failed={hierarchyTexts.sitesFailed}
      {...field("sites")}
    />
    <AsyncMultiSelect
      label={texts.users}
      endpoint={unassignedUsers}
      ask={everything}
      optionsOf={({ results }) =>
        results.map((user) => ({ value: String(user.id), label: `${displayName(user)} (${user.username})` }))
      }
      failed={hierarchyTexts.usersFailed}
      {...field("users")}
    />
  </>
);

/** Whether a node has a configuration of its own. What is not wanted has no errors. */
export const ConfigurationCheckbox = ({ form }: { form: AppForm<NodeValues> }) => {
  const { usernamePrefix, tenantGroup, ecommerceCheckoutConfiguration } = form.values;
  return (
    <Checkbox
      label={texts.addConfiguration}
      description={texts.addConfigurationHint}
      checked={form.values.customConfig}
      onChange={({ currentTarget: { checked: customConfig } }) =>
        form.set({ customConfig, usernamePrefix, tenantGroup, ecommerceCheckoutConfiguration })
      }
    />
  );
};

/** The fields of a node's own configuration. */
export const ConfigurationFields = <Values extends ConfigurationValues & Record<string, unknown>>({
  field,
}: {
  field: AppForm<Values>["field"];
}) => {
  const { value: isBuyout, defaultValue: _, ...buyout } = field("isBuyoutNode");
  const { value, onChange, error, name } = field("ecommerceCheckoutConfiguration");
  return (
    <>
      <TextField
        label={texts.usernamePrefix}
        description={texts.usernamePrefixHint}
        required
        {...field("usernamePrefix")}
      />
      <TextField
        label={texts.tenantGroup}
        description={texts.tenantGroupHint}
        required
        {...field("tenantGroup")}
      />
      <JsonField
        label={texts.checkout}
        description={texts.checkoutHint}
        {...{ value, onChange, error, name }}
      />
      <Checkbox label={texts.isBuyoutNode} description={texts.buyoutHint} {...buyout} checked={isBuyout} />
    </>
  );
};
