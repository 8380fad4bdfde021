import { Stack } from "@mantine/core";
import { erasures } from "@mcc/contract/erasure/erasure.api.ts";
import type { Erasure } from "@mcc/contract/erasure/erasure.schema.ts";
import { findRetention, previewRetention, updateRetention } from "@mcc/contract/retention/retention.api.ts";
import {
  MOST_PREVIEWED,
  RETENTION_KINDS,
  type Retention,
  type RetentionCounts,
} from "@mcc/contract/retention/retention.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { call } from "../../platform/api/call.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { ChangePreview } from "../../platform/records/forms/change-preview.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { RecordSection } from "../../platform/records/record-section.tsx";
import { keepRecord, useRecord } from "../../platform/records/use-record.ts";
import classes from "./retention.module.css";
import { removedWords, retentionTexts as texts } from "./retention.texts.ts";
import { RetentionForm, type RetentionValues, retentionBody, retentionValues } from "./retention-form.ts";

const previewWords = (counts: RetentionCounts): string => {
  const what = removedWords(counts, (count) => count >= MOST_PREVIEWED);
  return what === "" ? texts.nothing : texts.wouldGo(what);
};

const Fields = ({ form: { field, values, dirty } }: { form: AppForm<RetentionValues> }) => (
  <>
    {RETENTION_KINDS.map((kind) => (
      <TextField
        key={kind}
        label={texts.days[kind]}
        description={`${texts.range(kind)} ${texts.hints[kind]}`}
        inputMode="numeric"
        {...field(kind)}
      />
    ))}
    {dirty && (
      <ChangePreview
        endpoint={previewRetention}
        body={RetentionForm.safeParse(values).success ? retentionBody(values) : undefined}
        title={texts.preview}
        failed={texts.previewFailed}
      >
        {(counts) => <p>{previewWords(counts)}</p>}
      </ChangePreview>
    )}
  </>
);

/** Asks if something would be removed. */
const confirmSave = async (values: RetentionValues): Promise<boolean> => {
  const counts = await call(previewRetention, { body: retentionBody(values) }).catch(() => undefined);
  if (counts && removedWords(counts) === "") return true;
  return confirm({
    title: texts.confirmTitle,
    content: counts ? previewWords(counts) : texts.previewFailed,
    confirm: texts.confirmSave,
    tone: "danger",
  });
};

const runColumns: readonly PlainColumn<Retention["runs"][number]>[] = [
  { label: texts.when, cell: ({ at }) => formatMoment(at) },
  { label: texts.what, cell: ({ removed }) => removedWords(removed) },
];

const erasureColumns: readonly PlainColumn<Erasure>[] = [
  { label: texts.name, cell: ({ name }) => name },
  { label: texts.when, cell: ({ asked_at }) => formatMoment(asked_at) },
  { label: texts.askedBy, cell: ({ asked_by }) => asked_by },
  {
    label: texts.result,
    cell: ({ done_at, records, audit_entries, messages }) =>
      done_at === null ? texts.underWay : texts.done(records, audit_entries, messages),
  },
];

/** How long the company keeps things, what was removed, and the people who were erased. */
export const RetentionPage = () => {
  // Not cached: the form starts with the settings as the server has them now.
  const loaded = useRecord(findRetention, {}, { failed: texts.fetchFailed, gcTime: 0 });
  return (
    <RecordPage
      title={texts.title}
      breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)}
      back={{ ...CONFIGURATION, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(retention: Retention) => (
        <Stack gap="xl">
          <SavedForm<RetentionValues, Retention>
            schema={RetentionForm}
            initialValues={retentionValues(retention)}
            submit={texts.save}
            confirmSubmit={confirmSave}
            send={(values) => call(updateRetention, { body: retentionBody(values) })}
            success={texts.saved}
            failure={texts.saveFailed}
            fieldErrorsOnly
            onSuccess={(saved) => keepRecord(findRetention, {}, saved)}
          >
            {(form) => <Fields form={form} />}
          </SavedForm>
          <Card title={texts.runs} flush>
            <PlainTable
              label={texts.runsTable}
              columns={runColumns}
              rows={retention.runs}
              rowKey={({ at }) => at}
              empty={texts.noRuns}
              inCard
            />
            <p className={classes.hint}>
              {retention.checked_at ? texts.checked(formatMoment(retention.checked_at)) : texts.notChecked}
            </p>
          </Card>
          <RecordSection title={texts.erased} endpoint={erasures} ask={{}} failed={texts.erasedFailed} flush>
            {({ results }) => (
              <PlainTable
                label={texts.erasedTable}
                columns={erasureColumns}
                rows={results}
                rowKey={({ user }) => user}
                empty={texts.noneErased}
                inCard
              />
            )}
          </RecordSection>
        </Stack>
      )}
    </RecordPage>
  );
};
