import { Checkbox, MultiSelect, Radio, Select, TextInput } from "@mantine/core";
import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import { findReportSettings, possibleReaders } from "@mcc/contract/reports/reports.api.ts";
import { REPORT_LIMITS, type Report } from "@mcc/contract/reports/reports.schema.ts";
import { nextRun, scheduleWords } from "@mcc/contract/reports/schedule.rules.ts";
import { useDebouncedText } from "@mcc/ui/forms/debounced-text.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../api/call.ts";
import type { AppForm } from "../../records/forms/form.ts";
import { listTexts } from "../list.texts.ts";
import { useFailureToast } from "../list-page.ts";
import { useSavedViews } from "../views/saved-views.ts";
import { momentInZone } from "./moment-in-zone.ts";
import { reportTexts as texts } from "./report.texts.ts";
import { bodyOf, hasLeft, type ReportValues } from "./report-form.schema.ts";
import classes from "./reports.module.css";

type Form = AppForm<ReportValues>;

const MANY_VIEWS = 10;
const LAST_DAY = 31;
const DAYS = Array.from({ length: LAST_DAY }, (_, at) => ({
  value: String(at + 1),
  label: at + 1 === LAST_DAY ? texts.lastDay : String(at + 1),
}));
const EVERY = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));
const ON = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }));

/** Which saved view an existing report follows, if any. */
export const ViewField = ({ form, report }: { form: Form; report: Report }) => {
  const { saved } = useSavedViews(report.view.list);
  const current = report.view.saved_view;
  const views = saved.some(({ id }) => id === current?.id) || !current ? saved : [current, ...saved];
  return (
    <Select
      label={texts.view}
      description={form.values.view === "" ? texts.keepsOwn : texts.followsIt}
      allowDeselect={false}
      searchable={views.length > MANY_VIEWS}
      data={[
        { value: "", label: texts.ownView },
        ...views.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      {...form.field("view")}
    />
  );
};

/** When the report is sent, and when next. */
const InWords = ({ values }: { values: ReportValues }) => {
  const { data: calendar } = useQuery(queryFor(findReportSettings, {}));
  const { schedule } = bodyOf(values, 0);
  const isKnown = calendar !== undefined && schedule.at !== "";
  return (
    <p className={classes.words} role="status" aria-label={texts.words}>
      {isKnown ? scheduleWords(schedule, calendar.time_zone) : "…"}
      {isKnown && (
        <span className={classes.quiet}>
          {texts.next(momentInZone(nextRun(schedule, calendar, Date.now()), calendar.time_zone))}
        </span>
      )}
    </p>
  );
};

const ScheduleFields = ({ form }: { form: Form }) => {
  const { every } = form.values;
  return (
    <div>
      <div className={classes.schedule}>
        <Select label={texts.every} allowDeselect={false} data={EVERY} {...form.field("every")} />
        {every === "week" && (
          <Select label={texts.weekday} allowDeselect={false} data={ON} {...form.field("weekday")} />
        )}
        {every === "month" && (
          <Select label={texts.day} allowDeselect={false} data={DAYS} {...form.field("day")} />
        )}
        <TextInput type="time" label={texts.at} required {...form.field("at")} />
      </div>
      <InWords values={form.values} />
    </div>
  );
};

const FileFields = ({ form }: { form: Form }) => {
  const { data: settings } = useQuery(queryFor(findReportSettings, {}));
  const { value, onChange, error } = form.field("format");
  const { attach } = form.values;
  return (
    <div>
      <Radio.Group label={texts.format} value={value} onChange={onChange} error={error}>
        <div className={classes.choices}>
          <Radio value="xlsx" label={texts.formats.xlsx} />
          <Radio value="csv" label={texts.formats.csv} />
        </div>
      </Radio.Group>
      {settings?.attach_files === false && !attach ? (
        <p className={classes.hint}>{texts.linkOnly}</p>
      ) : (
        <Checkbox
          label={texts.attach}
          description={texts.attachHint}
          checked={attach}
          error={form.errors.attach}
          onChange={({ currentTarget }) => form.set({ attach: currentTarget.checked })}
        />
      )}
    </div>
  );
};

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Found by the server while a name is typed: a company may have thousands of users. */
const ColleaguesField = ({ form, invited }: { form: Form; invited: readonly Option[] }) => {
  const [search, setSearch] = useState("");
  const { draft, type } = useDebouncedText(search, setSearch);
  const [known, setKnown] = useState(invited);
  const { data, error: failure } = useQuery({
    ...queryFor(possibleReaders, { query: search === "" ? {} : { search } }),
    placeholderData: keepPreviousData,
  });
  useFailureToast(failure, texts.colleaguesFailed);
  const found = (data?.results ?? []).map(({ id, name, username }) => ({
    value: String(id),
    label: `${name} (${username})`,
  }));
  const chosen = known.filter((one) => !found.some(({ value }) => value === one.value));
  const { value, onChange, ...field } = form.field("colleagues");
  return (
    <MultiSelect
      label={texts.colleagues}
      description={texts.colleaguesHint}
      placeholder={value.length === 0 ? texts.colleaguesPlaceholder : undefined}
      searchable
      clearable
      hidePickedOptions
      openOnFocus={false}
      maxValues={REPORT_LIMITS.readers - 1}
      nothingFoundMessage={listTexts.noMatch}
      data={[...found, ...chosen]}
      filter={({ options }) => options}
      searchValue={draft}
      onSearchChange={type}
      value={[...value]}
      {...field}
      onChange={(ids) => {
        setKnown([...found, ...chosen].filter((one) => ids.includes(one.value)));
        onChange(ids);
      }}
    />
  );
};

const invitedTo = (report: Report | undefined): Option[] =>
  (report?.readers ?? [])
    .filter((reader) => !reader.is_self && !hasLeft(reader))
    .map(({ id, name }) => ({ value: String(id), label: name }));

const leftBy = (report: Report | undefined): string =>
  (report?.readers ?? [])
    .filter((reader) => !reader.is_self && hasLeft(reader))
    .map(({ name }) => name)
    .join(", ");

/** When the report is sent, as which file, to whom. */
export const ReportFields = ({ form, report }: { form: Form; report: Report | undefined }) => (
  <>
    <TextField label={texts.name} required maxLength={REPORT_LIMITS.name} {...form.field("name")} />
    <ScheduleFields form={form} />
    <FileFields form={form} />
    <fieldset className={classes.readers}>
      <legend>{texts.readers}</legend>
      <Checkbox
        label={texts.self}
        checked={form.values.self}
        onChange={({ currentTarget }) => form.set({ self: currentTarget.checked })}
      />
      <ColleaguesField form={form} invited={invitedTo(report)} />
      {leftBy(report) !== "" && <p className={classes.hint}>{texts.left(leftBy(report))}</p>}
    </fieldset>
  </>
);
