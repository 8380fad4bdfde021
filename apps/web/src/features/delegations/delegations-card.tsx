import { can } from "@mcc/contract/access/permissions.ts";
import { delegations, endDelegation } from "@mcc/contract/delegations/delegations.api.ts";
import type { Delegation } from "@mcc/contract/delegations/delegations.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Person } from "@mcc/ui/content/person.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useMemo } from "react";
import { call } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { mayBeAway } from "./away.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";
import classes from "./delegations-card.module.css";
import { refreshDelegations } from "./refresh-delegations.ts";

/** More than anyone has at a time; the API has the rest. */
const SHOWN = 20;

const end = ({ id, deputy, principal }: Delegation) =>
  confirmDelete({
    title: texts.endTitle,
    question: texts.endQuestion(deputy.name, principal.name),
    confirm: texts.end,
    key: ["end-delegation", id],
    send: () => call(endDelegation, { params: { id } }),
    success: texts.ended,
    failure: texts.endFailed,
    invalidate: refreshDelegations,
  });

const TONES = { active: "good", planned: "info", ended: "neutral" } as const;

const Limits = ({ cap, sites, note }: Delegation) => {
  const limits = [
    ...(cap === null ? [] : [texts.upTo(cap)]),
    ...(sites.length === 0 ? [] : [texts.sitesNamed(sites.map(({ name }) => name))]),
  ];
  return (
    <div className={classes.limits}>
      <span>{limits.length === 0 ? texts.noLimits : limits.join(", ")}</span>
      {note !== "" && <span className={classes.quiet}>{texts.note(note)}</span>}
    </div>
  );
};

const State = ({ state, ended_by, decisions }: Delegation) => (
  <div className={classes.limits}>
    <span>
      <Tag tone={TONES[state]}>{state === "ended" ? texts.endedBy(ended_by) : texts.states[state]}</Tag>
    </span>
    {decisions > 0 && <span className={classes.quiet}>{texts.decided(decisions)}</span>}
  </div>
);

const columnsFor = (userId: number): PlainColumn<Delegation>[] => {
  const person = ({ id, name }: Delegation["deputy"]) => (
    <Person name={name}>{id === userId ? texts.you : name}</Person>
  );
  return [
    { label: texts.principal, cell: ({ principal }) => person(principal) },
    { label: texts.deputy, cell: ({ deputy }) => person(deputy) },
    { label: texts.from, cell: ({ starts_at }) => formatMoment(starts_at) },
    { label: texts.until, cell: ({ ends_at, ended_at }) => formatMoment(ended_at ?? ends_at) },
    { label: texts.limits, cell: (row) => <Limits {...row} /> },
    { label: texts.status, cell: (row) => <State {...row} /> },
    {
      label: texts.actions,
      narrow: true,
      cell: (row) =>
        row.can_end && (
          <ActionButton
            size="compact-sm"
            variant="default"
            aria-label={texts.endOf(row.deputy.name, row.principal.name)}
            action={() => end(row)}
          >
            {texts.end}
          </ActionButton>
        ),
    },
  ];
};

interface DelegationsCardProps {
  /** Whose; without one, those of the signed-in user. */
  readonly user?: { readonly id: number; readonly name: string; readonly mayApprove: boolean };
}

/** Who stands in for a user and for whom the user stands in, and the button that names a deputy. */
export const DelegationsCard = (props: DelegationsCardProps) =>
  can(useSessionUser(), "approval:list") ? <Delegations {...props} /> : null;

const Delegations = ({ user }: DelegationsCardProps) => {
  const who = useSessionUser();
  const own = { id: who.id, mayApprove: mayBeAway(who) };
  const { id, mayApprove } = user ?? own;
  const { record, error, retry } = useRecord(
    delegations,
    { query: { user: String(id), limit: String(SHOWN) } },
    { failed: texts.fetchFailed },
  );
  const columns = useMemo(() => columnsFor(who.id), [who.id]);
  const load = useMemo(
    () => () => import("./name-deputy.tsx").then(({ nameDeputyFor }) => nameDeputyFor(id)),
    [id],
  );
  if (!mayApprove && !record?.count) return null;
  const hidden = (record?.count ?? 0) - (record?.results.length ?? 0);
  return (
    <Card
      title={texts.title}
      flush
      aside={mayApprove ? <CreateButton label={texts.create} load={load} /> : undefined}
    >
      {mayApprove && <p className={classes.hint}>{user ? texts.hintOf(user.name) : texts.hint}</p>}
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>
      ) : (
        <PlainTable
          label={texts.table}
          columns={columns}
          rows={record?.results}
          rowKey={(row) => row.id}
          empty={user ? texts.noneOf : texts.none}
          inCard
        />
      )}
      {hidden > 0 && <p className={classes.hint}>{texts.more(SHOWN, record?.count ?? 0)}</p>}
    </Card>
  );
};
