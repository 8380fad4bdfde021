import { endDelegation } from "@mcc/contract/delegations/delegations.api.ts";
import type { Delegation } from "@mcc/contract/delegations/delegations.schema.ts";
import { Person } from "@mcc/ui/content/person.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useMemo } from "react";
import { call } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";
import classes from "./delegations-card.module.css";
import { refreshDelegations } from "./refresh-delegations.ts";

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

export const DelegationsTable = ({ rows }: { rows: readonly Delegation[] }) => {
  const { id } = useSessionUser();
  const columns = useMemo(() => columnsFor(id), [id]);
  return (
    <PlainTable
      label={texts.table}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={texts.none}
      inCard
    />
  );
};
