import { Loader, Text } from "@mantine/core";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { Wizard, WizardStep } from "../../platform/records/forms/wizard.tsx";
import { ConfigurationCheckbox, ConfigurationFields, NodeFields, UnassignedFields } from "./node-fields.tsx";
import {
  ConfigurationForm,
  type ConfigurationValues,
  type NodeValues,
  newConfiguration,
  newNode,
  nodeForm,
} from "./node-form.schema.ts";
import { nodeTexts as texts } from "./nodes-and-groups.texts.ts";
import { createConfiguration, saveNewNode } from "./save-node.ts";

const schema = nodeForm({ hasNextStep: true });
const anyNode = { query: { limit: "1", liteVersion: "true" } };

/** The node, and then its configuration if it is to have one of its own. */
const Steps = ({ onDone }: { onDone: () => void }) => {
  const [nodeId, setNodeId] = useState<number>();
  // The first node of a company is its root.
  const { data, error } = useQuery(queryFor(nodeList.page, anyNode));
  if (nodeId !== undefined)
    return (
      <WizardStep<ConfigurationValues>
        key="configuration"
        title={texts.configurationTitle}
        step={{ at: 2, of: 2 }}
        submit={texts.createSubmit}
        cancel={texts.skip}
        schema={ConfigurationForm}
        initialValues={newConfiguration}
        send={async (values) => {
          await createConfiguration(nodeId, values);
          onDone();
        }}
      >
        {(form) => <ConfigurationFields<ConfigurationValues> field={form.field} />}
      </WizardStep>
    );
  if (!data && !error) return <Loader size="sm" role="img" aria-label="Loading" />;
  const isRoot = data?.count === 0;
  return (
    <WizardStep<NodeValues>
      key="node"
      title={texts.createTitle}
      step={({ customConfig }) => (customConfig ? { at: 1, of: 2 } : undefined)}
      submit={texts.createSubmit}
      schema={schema}
      initialValues={newNode(isRoot)}
      send={(values) => saveNewNode(values, ({ id }) => (values.customConfig ? setNodeId(id) : onDone()))}
    >
      {(form) => (
        <>
          <NodeFields field={form.field} isRoot={isRoot} />
          <UnassignedFields field={form.field} />
          <ConfigurationCheckbox form={form} />
          {form.values.customConfig && (
            <Text size="sm" c="dimmed">
              {texts.nextStep}
            </Text>
          )}
        </>
      )}
    </WizardStep>
  );
};

/** The dialog that creates a node. */
export const CreateNode = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Wizard opened={opened} onClose={onClose}>
    <Steps onDone={onClose} />
  </Wizard>
);
