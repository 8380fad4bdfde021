import { Anchor } from "@mantine/core";
import { companyClosings } from "@mcc/contract/company-closing/company-closing.api.ts";
import type { CompanyClosing } from "@mcc/contract/company-closing/company-closing.schema.ts";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { closingTexts as texts } from "./company-closing.texts.ts";

const stateOf = ({
  deleted_at,
  is_deleting,
  waits_for_collector,
}: CompanyClosing): keyof typeof texts.stateOf => {
  if (deleted_at) return "deleted";
  if (is_deleting) return "deleting";
  return waits_for_collector ? "waiting" : "closed";
};
const TONES: Readonly<Record<keyof typeof texts.stateOf, Tone>> = {
  closed: "warn",
  waiting: "warn",
  deleting: "info",
  deleted: "good",
};

/** Nothing before the deletion has begun. */
const number = (value: number): string => (value === 0 ? texts.nothing : value.toLocaleString("en-US"));

const columns: PlainColumn<CompanyClosing>[] = [
  {
    label: texts.name,
    cell: ({ company_id, name, deleted_at }) =>
      deleted_at ? (
        name
      ) : (
        <RecordLink to={{ to: "/companies/$id", params: { id: String(company_id) } }}>{name}</RecordLink>
      ),
  },
  {
    label: texts.state,
    cell: (one) => <Tag tone={TONES[stateOf(one)]}>{texts.stateOf[stateOf(one)]}</Tag>,
  },
  { label: texts.closedAt, cell: ({ closed_at }) => formatMoment(closed_at) },
  { label: texts.closedBy, cell: ({ closed_by }) => closed_by },
  {
    label: texts.deletion,
    cell: ({ deleted_at, delete_after }) => formatMoment(deleted_at ?? delete_after),
  },
  { label: texts.records, isAmount: true, cell: ({ records }) => number(records) },
  { label: texts.files, isAmount: true, cell: ({ files }) => number(files) },
  {
    label: texts.certificate,
    cell: ({ certificate, name, company_id }) =>
      certificate ? (
        <Anchor
          inherit
          href={`data:application/json;charset=utf-8,${encodeURIComponent(certificate)}`}
          download={`deletion-${company_id}.json`}
          aria-label={`${texts.download}: ${name}`}
        >
          {texts.download}
        </Anchor>
      ) : (
        texts.nothing
      ),
  },
];

/** Companies that wait for their deletion, and the certificates of those that are gone. */
export const ClosedCompaniesPage = () => {
  const { record, error, retry } = useRecord(companyClosings, {}, { failed: texts.failed });
  return (
    <Page
      section={texts.section}
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/companies", label: texts.companies }], texts.title)}
    >
      <RecordTable<CompanyClosing>
        label={texts.table}
        columns={columns}
        rows={record?.results}
        error={error}
        failed={texts.failed}
        retry={retry}
        empty={texts.none}
      />
    </Page>
  );
};
