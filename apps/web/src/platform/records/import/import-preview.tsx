import { Button, Progress } from "@mantine/core";
import type { ImportColumn, Mapping } from "@mcc/contract/sheets/sheet-columns.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { cutTooltip } from "@mcc/ui/overlays/tooltip.ts";
import { Pager } from "@mcc/ui/tables/pager.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { usePhone } from "@mcc/ui/use-phone.ts";
import { useMemo, useState } from "react";
import { LoadFailed } from "../load-failed.tsx";
import { importTexts as texts } from "./import.texts.ts";
import classes from "./import-preview.module.css";
import type { CheckedRow, Outcome } from "./import-rows.ts";

const PAGE = 20;
const TONES: Readonly<Record<Outcome, Tone>> = {
  create: "good",
  update: "info",
  unchanged: "neutral",
  error: "bad",
};
const OUTCOMES = Object.keys(TONES) as Outcome[];

/** One line; a text that is cut off is shown on hover. */
const Value = ({ children }: { children: string }) => (
  <span className={classes.value} {...cutTooltip}>
    {children}
  </span>
);

interface CellProps<Field extends string> {
  readonly row: CheckedRow<Field>;
  readonly column: ImportColumn<Field>;
}

const PreviewCell = <Field extends string>({ row, column: { key, secret } }: CellProps<Field>) => {
  const value = row.cells[key] ?? "";
  const error = row.errors.find(({ field }) => field === key);
  const change = row.changes.find(({ field }) => field === key);
  const shown = secret && value ? texts.hiddenValue : value;
  if (error)
    return (
      <span className={classes.wrong}>
        <Value>{shown || texts.empty}</Value>
      </span>
    );
  if (change)
    return (
      <span className={classes.changed}>
        <del>{change.before || texts.empty}</del> <span aria-hidden>→</span> <ins>{change.after}</ins>
      </span>
    );
  return <Value>{shown}</Value>;
};

interface ResultProps<Field extends string> {
  readonly row: CheckedRow<Field>;
  readonly columns: readonly ImportColumn<Field>[];
}

/** What would become of a row, and why it fails. */
const Result = <Field extends string>({ row: { outcome, errors }, columns }: ResultProps<Field>) => (
  <>
    <Tag tone={TONES[outcome]}>{texts.outcomes[outcome]}</Tag>
    {errors.map(({ field, message }) => (
      <span key={field} className={classes.message}>
        {texts.reasonOf(columns.find(({ key }) => key === field)?.header ?? field, message)}
      </span>
    ))}
  </>
);

interface ImportPreviewProps<Field extends string> {
  readonly columns: readonly ImportColumn<Field>[];
  readonly mapping: Mapping<Field>;
  readonly rows: readonly CheckedRow<Field>[];
  readonly total: number;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What saving the rows would do, row by row, before anything is saved. */
export const ImportPreview = <Field extends string>(props: ImportPreviewProps<Field>) => {
  const { columns, mapping, rows, total, error, retry } = props;
  const isPhone = usePhone();
  const [outcome, setOutcome] = useState<Outcome>();
  const [page, setPage] = useState(1);
  const counts = useMemo(() => Map.groupBy(rows, (row) => row.outcome), [rows]);
  const wrong = useMemo(
    () => new Set(rows.flatMap(({ errors }) => errors.map(({ field }) => field))),
    [rows],
  );
  // A column that is missing in the sheet can be what is wrong with its rows.
  const shownColumns = columns.filter(({ key }) => mapping[key] !== undefined || wrong.has(key));
  const found = outcome ? (counts.get(outcome) ?? []) : rows;
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const at = Math.min(page, pages);
  const shown = found.slice((at - 1) * PAGE, at * PAGE);
  const show = (which: Outcome | undefined) => {
    setOutcome(which);
    setPage(1);
  };
  const [nameColumn, ...otherColumns] = shownColumns.map((column) => ({
    label: column.header,
    cell: (row: CheckedRow<Field>) => <PreviewCell row={row} column={column} />,
  }));
  // The reason is beside the name: the columns behind it may have to be scrolled to.
  const table: PlainColumn<CheckedRow<Field>>[] = [
    {
      label: texts.row,
      cell: ({ row }) => {
        const number = row.toLocaleString("en-US");
        return isPhone ? texts.rowNumber(number) : number;
      },
    },
    ...(nameColumn ? [nameColumn] : []),
    { label: texts.result, cell: (row) => <Result row={row} columns={columns} /> },
    ...otherColumns,
  ];
  const filter = (which: Outcome | undefined, label: string, count: number) => (
    <Button
      key={label}
      size="compact-sm"
      variant={outcome === which ? "light" : "default"}
      aria-pressed={outcome === which}
      onClick={() => show(which)}
    >
      {label} {count.toLocaleString("en-US")}
    </Button>
  );
  return (
    <Card title={texts.preview}>
      <div className={classes.bar}>
        {filter(undefined, texts.all, rows.length)}
        {OUTCOMES.flatMap((which) => {
          const count = counts.get(which)?.length ?? 0;
          return count > 0 ? [filter(which, texts.outcomes[which], count)] : [];
        })}
        {rows.length < total && !error && (
          <span className={classes.progress} role="status">
            {texts.checking(rows.length, total)}
            <Progress value={(rows.length / total) * 100} aria-label={texts.checking(rows.length, total)} />
          </span>
        )}
      </div>
      {error ? <LoadFailed retry={retry}>{texts.checkFailed}</LoadFailed> : null}
      <PlainTable
        label={texts.preview}
        columns={table}
        rows={rows.length === 0 && !error ? undefined : shown}
        rowKey={({ row }) => row}
        empty={texts.noneShown}
      />
      {pages > 1 && (
        <Pager
          label={texts.preview}
          page={at}
          pages={pages}
          from={(at - 1) * PAGE + 1}
          to={(at - 1) * PAGE + shown.length}
          count={found.length}
          onPage={setPage}
          onPrevious={at > 1 ? () => setPage(at - 1) : undefined}
          onNext={at < pages ? () => setPage(at + 1) : undefined}
        />
      )}
    </Card>
  );
};
