import { ssoConnections } from "@mcc/contract/single-sign-on/connections.api.ts";
import type { SsoConnection } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { deleteConnection } from "./connection-actions.ts";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

const load = async () => (await import("./create-connection.tsx")).CreateConnection;

/** On, ready, or what is missing. */
export const ConnectionState = ({ connection }: { connection: SsoConnection }) => {
  const { tone, word } = texts.stateOf(connection);
  return <Tag tone={tone}>{word}</Tag>;
};

const columns: readonly PlainColumn<SsoConnection>[] = [
  {
    label: texts.name,
    cell: ({ id, name }) => (
      <TextLink to="/configuration/sign-in/$connectionId" params={{ connectionId: String(id) }}>
        {name}
      </TextLink>
    ),
  },
  { label: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
  { label: texts.state, cell: (connection) => <ConnectionState connection={connection} /> },
  { label: texts.tried, cell: ({ tested_at }) => (tested_at ? formatMoment(tested_at) : texts.never) },
  {
    label: texts.actions,
    narrow: true,
    cell: (connection) => (
      <RowMenu about={connection.name} actions={[deleteEntry(() => deleteConnection(connection))]} />
    ),
  },
];

/** The identity providers with which people of the company sign in. */
export const Connections = () => {
  const { record, error, retry } = useRecord(ssoConnections, {}, { failed: texts.connectionsFailed });
  return (
    <Card title={texts.connections} flush aside={<CreateButton label={texts.add} load={load} />}>
      <RecordTable<SsoConnection>
        label={texts.connectionsTable}
        columns={columns}
        rows={record?.results}
        error={error}
        failed={texts.connectionsFailed}
        retry={retry}
        empty={texts.noConnections}
        inCard
      />
    </Card>
  );
};
