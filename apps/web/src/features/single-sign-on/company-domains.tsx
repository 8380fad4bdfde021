import { companySsoDomains, confirmSsoDomain } from "@mcc/contract/single-sign-on/domains.api.ts";
import type { SsoDomain } from "@mcc/contract/single-sign-on/domains.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { DomainState } from "./domains.tsx";
import classes from "./single-sign-on.module.css";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

const askToConfirm = async (id: number, { id: domainId, domain }: SsoDomain): Promise<void> => {
  const content = texts.confirmQuestion(domain);
  if (!(await confirm({ title: texts.confirmTitle, content, confirm: texts.confirm }))) return;
  await runAction({
    key: [confirmSsoDomain.path, domainId],
    send: () => call(confirmSsoDomain, { params: { id, domain: domainId } }),
    success: texts.confirmed,
    failure: texts.confirmFailed,
    invalidate: () => invalidate([companySsoDomains]),
  });
};

const columnsOf = (companyId: number): PlainColumn<SsoDomain>[] => [
  { label: texts.domain, cell: ({ domain }) => domain },
  { label: texts.state, cell: (domain) => <DomainState domain={domain} /> },
  {
    label: texts.record,
    cell: ({ confirmed_by, confirmed_at, problem }) =>
      confirmed_by && confirmed_at
        ? `${texts.platformConfirmedBy[confirmed_by]} ${formatMoment(confirmed_at)}`
        : (problem ?? texts.notChecked),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (domain) =>
      domain.state === "Pending" && (
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={`${texts.confirm} ${domain.domain}`}
          action={() => askToConfirm(companyId, domain)}
        >
          {texts.confirm}
        </ActionButton>
      ),
  },
];

/** The domains that a company says are its own, which a platform admin can confirm without a DNS record. */
export const CompanyDomains = ({ companyId }: { companyId: number }) => {
  const { record, error, retry } = useRecord(
    companySsoDomains,
    { params: { id: companyId } },
    { failed: texts.domainsFailed },
  );
  return (
    <Card title={texts.companyDomains} flush>
      <p className={`${classes.hint} ${classes.inCard}`}>{texts.companyHint}</p>
      <RecordTable<SsoDomain>
        label={texts.domainsTable}
        columns={columnsOf(companyId)}
        rows={record?.results}
        error={error}
        failed={texts.domainsFailed}
        retry={retry}
        empty={texts.noCompanyDomains}
        inCard
      />
    </Card>
  );
};
