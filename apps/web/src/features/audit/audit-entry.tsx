import type { AuditEntry } from "@mcc/contract/audit/audit.schema.ts";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { openModal } from "../../platform/state/globals.ts";
import classes from "./audit.module.css";
import { auditTexts as texts } from "./audit.texts.ts";
import { type Difference, differencesOf, inWords } from "./differences.ts";

const columnsOf = ({ before, after }: AuditEntry) => [
  { label: texts.field, cell: ({ field }: Difference) => field },
  ...(before
    ? [
        {
          label: texts.before,
          cell: (row: Difference) => (
            <span className={after && row.isChanged ? classes.before : classes.after}>{row.before}</span>
          ),
        },
      ]
    : []),
  ...(after
    ? [
        {
          label: before ? texts.after : inWords("value"),
          cell: (row: Difference) => <span className={classes.after}>{row.after}</span>,
        },
      ]
    : []),
];

const factsOf = (entry: AuditEntry): Fact[] => [
  { label: texts.when, value: formatMoment(entry.at) },
  { label: texts.who, value: entry.actor },
  ...(entry.on_behalf_of ? [{ label: texts.onBehalfOf, value: entry.on_behalf_of }] : []),
  { label: texts.record, value: `${inWords(entry.record_type)} ${entry.record_name ?? entry.record_id}` },
  ...(entry.address ? [{ label: texts.address, value: entry.address }] : []),
];

/** What an entry recorded: of a change the fields that have changed, and how many have not. */
export const AuditEntryDetails = ({ entry }: { entry: AuditEntry }) => {
  const all = differencesOf(entry);
  const isChange = entry.before !== null && entry.after !== null;
  const shown = isChange ? all.filter(({ isChanged }) => isChanged) : all;
  const left = all.length - shown.length;
  return (
    <div className={classes.entry}>
      <Facts dense facts={factsOf(entry)} />
      <PlainTable
        label={inWords(entry.action)}
        columns={columnsOf(entry)}
        rows={shown}
        rowKey={({ field }) => field}
        empty={texts.noFields}
      />
      {left > 0 && <p className={classes.note}>{texts.unchanged(left)}</p>}
      <Facts
        dense
        facts={[{ label: texts.hash, value: <span className={classes.hash}>{entry.hash}</span>, wide: true }]}
      />
    </div>
  );
};

export const openAuditEntry = (entry: AuditEntry): void =>
  openModal({
    title: inWords(entry.action),
    content: <AuditEntryDetails entry={entry} />,
    buttons: [{ label: texts.close }],
  });
