import { Stack } from "@mantine/core";
import { findCompanyKey } from "@mcc/contract/company-keys/company-keys.api.ts";
import type { CompanyKeyDetails, KeyCallEntry } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useNavigate, useParams } from "@tanstack/react-router";
import { formatDate, formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./company-keys.module.css";
import { kindLabel, scopeWords, companyKeyTexts as texts } from "./company-keys.texts.ts";
import { KeyMenu } from "./key-menu.tsx";
import { KeyState } from "./key-state.tsx";

const list = { to: "/configuration/api-keys", label: texts.title } as const;

type KindUse = CompanyKeyDetails["use"][number];

const moment = (at: string | null): string => (at ? formatMoment(at) : texts.never);

const useColumns: PlainColumn<KindUse>[] = [
  { label: texts.kind, cell: ({ kind }) => kindLabel(kind) },
  { label: texts.reads, isAmount: true, cell: ({ reads }) => reads.toLocaleString("en-US") },
  { label: texts.lastRead, cell: ({ last_read_at }) => moment(last_read_at) },
  { label: texts.writes, isAmount: true, cell: ({ writes }) => writes.toLocaleString("en-US") },
  { label: texts.lastWrite, cell: ({ last_write_at }) => moment(last_write_at) },
];

const callColumns: PlainColumn<KeyCallEntry>[] = [
  { label: texts.at, cell: ({ at }) => formatMoment(at) },
  {
    label: texts.call,
    cell: ({ method, path }) => (
      <code style={{ overflowWrap: "anywhere" }}>
        {method} {path}
      </code>
    ),
  },
  { label: texts.answer, cell: ({ status }) => texts.answers(status) },
  { label: texts.address, cell: ({ address }) => address },
];

const names = (places: readonly { readonly name: string }[]): string =>
  places.map(({ name }) => name).join(", ");

const KeyFacts = ({ record }: { readonly record: CompanyKeyDetails }) => {
  const { scopes, is_limited, sites, nodes, prefix, created_at, created_by, expires_at } = record;
  const { last_used_at, last_address, deleted_at, state } = record;
  const isEndInState = expires_at !== null && state !== "Expired";
  return (
    <Facts
      facts={[
        { label: texts.status, value: <KeyState record={record} /> },
        { label: texts.access, value: scopeWords(scopes), wide: true },
        ...(nodes.length > 0 ? [{ label: texts.nodes, value: names(nodes) }] : []),
        ...(sites.length > 0 || !is_limited
          ? [{ label: texts.sites, value: is_limited ? names(sites) : "All sites" }]
          : []),
        { label: texts.prefix, value: <code className={classes.beginning}>{prefix}…</code> },
        ...(deleted_at || isEndInState
          ? []
          : [{ label: texts.validUntil, value: expires_at ? formatMoment(expires_at) : texts.noEnd }]),
        { label: texts.createdLabel, value: texts.createdBy(formatDate(created_at), created_by) },
        {
          label: texts.lastUse,
          value: last_used_at ? texts.lastFrom(formatMoment(last_used_at), last_address) : texts.never,
        },
      ]}
    />
  );
};

/** One key of the company: its rights, and what it was used for. */
export const CompanyKeyPage = () => {
  const { keyId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const loaded = useRecord(findCompanyKey, { params: { id: keyId } }, { failed: texts.keyFailed });
  const title = loaded.record?.name ?? texts.title;
  return (
    <RecordPage
      loaded={loaded}
      failed={texts.keyFailed}
      title={title}
      breadcrumbs={breadcrumbs([CONFIGURATION, list], title)}
      back={{ ...list, label: texts.back }}
    >
      {(record) => (
        <Stack gap="lg" maw={1180}>
          <Card
            title={texts.keyNoun}
            aside={
              record.deleted_at === null && (
                <KeyMenu record={record} onDeleted={() => navigate({ to: "/configuration/api-keys" })} />
              )
            }
          >
            <KeyFacts record={record} />
            {record.scopes.some((scope) => scope.endsWith(":write")) && (
              <TextLink to="/configuration/audit" search={{ actor: record.prefix }}>
                {texts.changes}
              </TextLink>
            )}
          </Card>
          <Card title={texts.use} flush>
            <PlainTable
              label={texts.useTable}
              columns={useColumns}
              rows={record.use}
              rowKey={({ kind }) => kind}
              empty={texts.unused}
              inCard
            />
          </Card>
          <Card title={texts.calls} flush>
            <PlainTable
              label={texts.callsTable}
              columns={callColumns}
              rows={record.calls}
              rowKey={({ id }) => id}
              empty={texts.noCalls}
              inCard
            />
          </Card>
        </Stack>
      )}
    </RecordPage>
  );
};
