import { MultiSelect } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { findNodeConfiguration } from "@mcc/contract/hierarchy/node-configuration.api.ts";
import type { NodeConfiguration } from "@mcc/contract/hierarchy/node-configuration.schema.ts";
import { findNode } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { NodeRecord } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { Person } from "@mcc/ui/content/person.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { useBack } from "../../platform/records/edit-or-clone.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { ConfigurationCheckbox, ConfigurationFields, NodeFields } from "./node-fields.tsx";
import { type NodeValues, nodeForm, valuesOf } from "./node-form.schema.ts";
import classes from "./node-page.module.css";
import { nodeTexts as texts } from "./nodes-and-groups.texts.ts";
import { saveConfiguration, saveNode } from "./save-node.ts";
import { MovePreview } from "./tree/move-preview.tsx";

const schema = nodeForm({ hasNextStep: false });

const confirmSave = (): Promise<boolean> =>
  confirm({ title: texts.editTitle, content: texts.saveQuestion, confirm: texts.update });

/** The sites and users of a node. They are not changed here; each leads to its page. */
const Places = ({ node }: { node: NodeRecord }) => {
  const lists = [
    [
      texts.sites,
      texts.sitesHint,
      (id: string, name: string) => (
        <TextLink to="/sites/$siteId" params={{ siteId: id }}>
          {name}
        </TextLink>
      ),
      node.sites.map(({ id, name }) => ({ value: String(id), label: name })),
      node.sites_count,
    ],
    [
      texts.users,
      texts.usersHint,
      (id: string, name: string) => (
        <TextLink to="/users/$userId" params={{ userId: id }}>
          <Person name={name} />
        </TextLink>
      ),
      node.users.map((user) => ({ value: String(user.id), label: displayName({ ...user, username: "" }) })),
      node.users_count,
    ],
  ] as const;
  return lists.map(([label, hint, link, options, count]) => (
    <MultiSelect
      key={label}
      label={label}
      description={options.length < count ? `${texts.firstOf(options.length, count)} ${hint}` : hint}
      disabled
      variant="unstyled"
      classNames={{ input: classes.places, pillsList: classes.pills }}
      rightSection={null}
      renderPill={({ option, value }) => link(String(value), option?.label ?? "")}
      placeholder={options.length === 0 ? texts.none : undefined}
      data={[...options]}
      value={options.map(({ value }) => value)}
    />
  ));
};

const NodeForm = ({ node: current, config }: { node: NodeRecord; config: NodeConfiguration | undefined }) => {
  // As it was opened: a refetched node would make someone else's change look like one to undo.
  const [node] = useState(current);
  const [initialValues] = useState(() => valuesOf(node, config));
  const back = useBack();
  const navigate = useNavigate();
  const send = async (values: NodeValues) => {
    await saveNode(node, values);
    await saveConfiguration(node.id, values);
    await navigate({ to: "/hierarchy", search: back as never });
  };
  return (
    <EditForm<NodeValues>
      schema={schema}
      initialValues={initialValues}
      submit={texts.update}
      confirmSubmit={node.has_approval_rule ? confirmSave : undefined}
      send={send}
    >
      {(form) => (
        <>
          <NodeFields field={form.field} isRoot={node.is_root} id={node.id} />
          {form.values.parent !== null && form.values.parent !== initialValues.parent && (
            <MovePreview id={node.id} parent={Number(form.values.parent)} />
          )}
          <TextField
            label={texts.ecommerceCatalog}
            description={texts.ecommerceCatalogHint}
            {...form.field("ecommerceCatalog")}
          />
          <TextField label={texts.mccDomain} description={texts.mccDomainHint} {...form.field("mccDomain")} />
          <TextField
            label={texts.ecommerceDomain}
            description={texts.ecommerceDomainHint}
            {...form.field("ecommerceDomain")}
          />
          <ConfigurationCheckbox form={form} />
          {form.values.customConfig && <ConfigurationFields<NodeValues> field={form.field} />}
        </>
      )}
    </EditForm>
  );
};

const ConfiguredNode = ({ node }: { node: NodeRecord }) => {
  const failed = texts.configurationFetchFailed;
  const ask = { params: { id: node.id } };
  const { record, error, retry } = useRecord(findNodeConfiguration, ask, { failed, gcTime: 0 });
  if (record) return <NodeForm node={node} config={record} />;
  return error && <LoadFailed retry={retry}>{failed}</LoadFailed>;
};

/** One node: its place in the tree, its own configuration and its budgets. */
export const NodePage = ({ budgets }: { budgets?: (node: number) => ReactNode }) => {
  const { id = "" } = useParams({ strict: false });
  const back = useBack();
  // Not cached: the form starts with the node as the server has it now.
  const loaded = useRecord(findNode, { params: { id } }, { failed: texts.fetchFailed, gcTime: 0 });
  const toList = { to: "/hierarchy", search: back } as const;
  return (
    <RecordPage
      section={texts.editTitle}
      title={loaded.record?.name ?? texts.editTitle}
      breadcrumbs={breadcrumbs([{ ...toList, label: texts.title }], texts.editTitle)}
      back={{ ...toList, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(node) => (
        <div className={classes.columns}>
          {node.has_own_configuration ? (
            <ConfiguredNode key={node.id} node={node} />
          ) : (
            <NodeForm key={node.id} node={node} config={undefined} />
          )}
          <div className={classes.beside}>
            <Places node={node} />
            {budgets?.(node.id)}
          </div>
        </div>
      )}
    </RecordPage>
  );
};
