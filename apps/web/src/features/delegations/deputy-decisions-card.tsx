import { can } from "@mcc/contract/access/permissions.ts";
import { deputyDecisions } from "@mcc/contract/delegations/delegations.api.ts";
import type { DeputyDecision } from "@mcc/contract/delegations/delegations.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { Pager } from "@mcc/ui/tables/pager.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useState } from "react";
import { formatMoment, formatMoney } from "../../platform/page/format.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";
import classes from "./delegations-card.module.css";

const PAGE = 10;
const TONES = { approved: "good", rejected: "bad" } as const;

/** The numbers are no links: after the delegation, the orders are not there for the deputy. */
const COLUMNS: readonly PlainColumn<DeputyDecision>[] = [
  { label: texts.order, cell: ({ identifier }) => identifier },
  { label: texts.site, cell: ({ site }) => site },
  { label: texts.total, isAmount: true, cell: ({ total }) => formatMoney(total) },
  { label: texts.decidedAt, cell: ({ decided_at }) => formatMoment(decided_at) },
  {
    label: texts.decision,
    cell: ({ decision }) => <Tag tone={TONES[decision]}>{texts.decisions[decision]}</Tag>,
  },
];

/** What the signed-in user has decided as a deputy; for those who have, and those who are a deputy now. */
export const DeputyDecisionsCard = () =>
  can(useSessionUser(), "approval:list") ? <DeputyDecisions /> : null;

const DeputyDecisions = () => {
  const { is_deputy } = useSessionUser();
  const [page, setPage] = useState(1);
  const { record, error, retry } = useRecord(
    deputyDecisions,
    { query: { limit: String(PAGE), offset: String((page - 1) * PAGE) } },
    { failed: texts.decidedFailed },
  );
  const count = record?.count ?? 0;
  if (!is_deputy && count === 0 && page === 1 && !error) return null;
  const pages = Math.ceil(count / PAGE);
  return (
    <Card title={texts.decidedTitle} flush>
      <p className={classes.hint}>{texts.decidedHint}</p>
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.decidedFailed}</LoadFailed>
      ) : (
        <PlainTable
          label={texts.decidedTable}
          columns={COLUMNS}
          rows={record?.results}
          rowKey={({ identifier }) => identifier}
          empty={texts.decidedNone}
          inCard
        />
      )}
      {pages > 1 && (
        <div className={classes.hint}>
          <Pager
            label={texts.decidedTable}
            page={page}
            pages={pages}
            from={(page - 1) * PAGE + 1}
            to={(page - 1) * PAGE + (record?.results.length ?? 0)}
            count={count}
            onPage={setPage}
            onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
            onNext={page < pages ? () => setPage(page + 1) : undefined}
          />
        </div>
      )}
    </Card>
  );
};
