import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { findCompanyExport, startCompanyExport } from "@mcc/contract/company-data/company-data.api.ts";
import { type CompanyExport, isOpenExport } from "@mcc/contract/company-data/company-data.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { IconDownload } from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { usePageAction } from "../../platform/page/page-actions.ts";
import { runAction, useIsRunning } from "../../platform/records/action.ts";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { keepRecord, useRecord } from "../../platform/records/use-record.ts";
import { companyDataTexts as texts } from "./company-data.texts.ts";

const KEY = [startCompanyExport.path];
const start = () =>
  runAction({
    key: KEY,
    send: () => call(startCompanyExport, {}),
    success: texts.started,
    failure: texts.startFailed,
    onSuccess: (started) => keepRecord(findCompanyExport, {}, { export: started }),
    invalidate: () => invalidate([findCompanyExport]),
  });

const wordsOf = ({ state, records, documents }: CompanyExport): string => {
  if (state === "documents") return texts.documents(documents.done, documents.total ?? 0);
  return records.total === null ? texts.waiting : texts.records(records.done, records.total);
};

/** Records are most of the work, documents the rest. */
const RECORDS_SHARE = 80;
const percentOf = ({ state, records, documents }: CompanyExport): number =>
  state === "documents"
    ? RECORDS_SHARE + (100 - RECORDS_SHARE) * (documents.done / Math.max(1, documents.total ?? 1))
    : RECORDS_SHARE * (records.done / Math.max(1, records.total ?? 1));

const RunningExport = ({ one }: { one: CompanyExport }) => (
  <div role="status">
    <Text size="sm">{wordsOf(one)}</Text>
    <Progress value={percentOf(one)} animated aria-label={texts.running} my={6} />
    <Text size="sm" c="dimmed">
      {texts.goesOn}
    </Text>
  </div>
);

const ReadyExport = ({ one, link }: { one: CompanyExport; link: string }) => (
  <Stack gap="md">
    <Facts
      facts={[
        { label: texts.startedBy, value: one.created_by },
        { label: texts.startedAt, value: formatMoment(one.created_at) },
        { label: texts.recordCount, value: one.records.done.toLocaleString("en-US") },
        { label: texts.documentCount, value: one.documents.done.toLocaleString("en-US") },
        { label: texts.available, value: one.expires_at && formatMoment(one.expires_at) },
      ]}
    />
    {one.documents.missing > 0 && <Alert color="yellow">{texts.missing(one.documents.missing)}</Alert>}
    <Group>
      <Button component="a" href={link} download leftSection={<IconDownload size={16} aria-hidden />}>
        {texts.download(one.size ?? 0)}
      </Button>
    </Group>
  </Stack>
);

const LatestExport = ({ one }: { one: CompanyExport }) => {
  if (isOpenExport(one)) return <RunningExport one={one} />;
  if (one.link) return <ReadyExport one={one} link={one.link} />;
  return <Text>{one.state === "failed" ? texts.exportFailed : texts.expired}</Text>;
};

/** What a company admin does with the data of the company as a whole: export it. */
export const CompanyDataPage = () => {
  const { record } = useRecord(
    findCompanyExport,
    {},
    { failed: texts.failed, refreshWhile: (found) => Boolean(found?.export && isOpenExport(found.export)) },
  );
  const isStarting = useIsRunning(KEY);
  const one = record?.export ?? undefined;
  const isOpen = one !== undefined && isOpenExport(one);
  usePageAction(texts.start, start);
  return (
    <Page breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)} title={texts.title}>
      <Stack gap="lg" maw={820}>
        <Card title={texts.start}>
          <Stack gap="sm">
            <Text>{texts.hint}</Text>
            <Text c="dimmed">{texts.noCopy}</Text>
            <Group>
              <Button
                variant={one?.link ? "default" : "filled"}
                disabled={!record || isOpen}
                loading={isStarting}
                onClick={() => void start()}
              >
                {one ? texts.again : texts.start}
              </Button>
            </Group>
          </Stack>
        </Card>
        <Card title={isOpen ? texts.running : texts.latest}>
          {one ? <LatestExport one={one} /> : <Text c="dimmed">{record ? texts.none : "…"}</Text>}
        </Card>
      </Stack>
    </Page>
  );
};
