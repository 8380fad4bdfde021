import { checkSsoDomain, deleteSsoDomain, ssoDomains } from "@mcc/contract/single-sign-on/domains.api.ts";
import type { SsoDomain } from "@mcc/contract/single-sign-on/domains.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { toast } from "../../platform/page/toast.ts";
import { failureToast } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { CopiedValues } from "./copied-values.tsx";
import classes from "./single-sign-on.module.css";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

const refresh = () => invalidate([ssoDomains]);

const check = async (id: number): Promise<void> => {
  try {
    const { state } = await call(checkSsoDomain, { params: { id } });
    // Why it is not confirmed stands beside the record.
    if (state === "Confirmed") toast.success(texts.confirmed);
    else toast.info(texts.checked);
  } catch (error) {
    failureToast(texts.checkFailed, error);
  }
  await refresh();
};

const remove = ({ id, domain }: SsoDomain) =>
  confirmDelete({
    key: [deleteSsoDomain.path, id],
    title: texts.removeTitle,
    question: texts.removeQuestion(domain),
    confirm: texts.removeDomain,
    send: () => call(deleteSsoDomain, { params: { id } }),
    success: texts.domainRemoved,
    failure: texts.removeFailed,
    invalidate: refresh,
  });

export const DomainState = ({ domain: { state } }: { domain: SsoDomain }) => (
  <Tag tone={state === "Confirmed" ? "good" : "warn"}>{state}</Tag>
);

/** Of a domain that is not confirmed yet: what to enter in its DNS, and what the last check has found. */
const RecordToEnter = ({ domain }: { domain: SsoDomain }) => {
  const { record, confirmed_by, problem, checked_at } = domain;
  if (confirmed_by) return texts.confirmedBy[confirmed_by];
  return (
    <div className={classes.lines}>
      <CopiedValues
        values={[
          [`${record.type} ${texts.recordName.toLowerCase()}`, record.name],
          [texts.recordValue, record.value],
        ]}
      />
      <p className={classes.hint} role="status">
        {problem ?? texts.recordHint} {checked_at && texts.checkedAt(formatMoment(checked_at))}
      </p>
    </div>
  );
};

const columns: readonly PlainColumn<SsoDomain>[] = [
  { label: texts.domain, cell: ({ domain }) => domain },
  { label: texts.state, cell: (domain) => <DomainState domain={domain} /> },
  { label: texts.record, cell: (domain) => <RecordToEnter domain={domain} /> },
  {
    label: texts.actions,
    narrow: true,
    cell: (domain) => (
      <div className={classes.actions}>
        {domain.state === "Pending" && (
          <ActionButton size="compact-sm" variant="default" action={() => check(domain.id)}>
            {texts.check}
          </ActionButton>
        )}
        <RowMenu
          about={domain.domain}
          actions={[{ ...deleteEntry(() => remove(domain)), label: texts.removeDomain }]}
        />
      </div>
    ),
  },
];

const load = async () => (await import("./add-domain.tsx")).AddDomain;

/** The domains of e-mail addresses whose people sign in with the company's identity provider. */
export const Domains = () => {
  const { record, error, retry } = useRecord(ssoDomains, {}, { failed: texts.domainsFailed });
  return (
    <Card title={texts.domains} flush aside={<CreateButton label={texts.addDomain} load={load} />}>
      <p className={`${classes.hint} ${classes.inCard}`}>{texts.domainsHint}</p>
      <RecordTable<SsoDomain>
        label={texts.domainsTable}
        columns={columns}
        rows={record?.results}
        error={error}
        failed={texts.domainsFailed}
        retry={retry}
        empty={texts.noDomains}
        inCard
      />
    </Card>
  );
};
