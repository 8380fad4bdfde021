import { companyUsage } from "@mcc/contract/usage/usage.api.ts";
import type { CompanyUsage as Usage } from "@mcc/contract/usage/usage.schema.ts";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import { formatBytes, formatMoment } from "../../platform/page/format.ts";
import { RecordSection } from "../../platform/records/record-section.tsx";
import classes from "./usage.module.css";
import { usageTexts as texts } from "./usage.texts.ts";

/** Sizes that were added up longer ago than this say when. */
const FRESH_MS = 60_000;

const inDigits = (count: number): string => count.toLocaleString("en-US");

const Stored = ({ storage }: Pick<Usage, "storage">) => {
  if (!storage) return <span className={classes.note}>{texts.notCounted}</span>;
  const isFresh = Date.now() - Date.parse(storage.counted_at) < FRESH_MS;
  return (
    <>
      {formatBytes(storage.bytes)}
      {!isFresh && <span className={classes.note}> {texts.countedAt(formatMoment(storage.counted_at))}</span>}
    </>
  );
};

const Requests = ({ days }: { days: Usage["requests"] }) => {
  const [portal, integration] = [
    days.reduce((sum, day) => sum + day.portal, 0),
    days.reduce((sum, day) => sum + day.integration, 0),
  ];
  return (
    <>
      {inDigits(portal + integration)}
      <span className={classes.note}> {texts.byKind(inDigits(portal), inDigits(integration))}</span>
    </>
  );
};

const factsOf = ({ storage, requests, ...counts }: Usage): Fact[] => [
  { label: texts.users, value: inDigits(counts.users) },
  { label: texts.sites, value: inDigits(counts.sites) },
  { label: texts.orders, value: inDigits(counts.orders) },
  { label: texts.documents, value: inDigits(counts.documents) },
  { label: texts.storage, value: <Stored storage={storage} />, wide: true },
  { label: texts.requestsToday, value: <Requests days={requests.slice(-1)} />, wide: true },
  { label: texts.requests(requests.length), value: <Requests days={requests} />, wide: true },
];

/** What a company has and uses. */
export const CompanyUsage = ({ companyId }: { companyId: number }) => (
  <RecordSection
    title={texts.title}
    endpoint={companyUsage}
    ask={{ params: { id: companyId } }}
    failed={texts.fetchFailed}
  >
    {(usage) => <Facts facts={factsOf(usage)} />}
  </RecordSection>
);
