import { dateWords } from "@mcc/contract/kit/calendar.ts";
import { REPORTS_PAGE, reportFilePage } from "@mcc/contract/reports/report-pages.ts";
import type { Schedule } from "@mcc/contract/reports/reports.schema.ts";
import { scheduleWords } from "@mcc/contract/reports/schedule.rules.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { button, facts, items, type Letter, letter, link, paragraph } from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  type MessageText,
  messageText,
  portalLink,
} from "../../platform/mail/message-text.ts";
import { MOST_ROWS, type ReportColumn, type Summary } from "./content/report-content.ts";
import type { Format } from "./content/report-file.ts";

const NOUNS: Record<ListWithViews, readonly [one: string, several: string]> = {
  orders: ["order", "orders"],
  pending: ["pending order", "pending orders"],
  documents: ["document", "documents"],
  sites: ["site", "sites"],
  users: ["user", "users"],
  alerts: ["alert", "alerts"],
  triggers: ["alert rule", "alert rules"],
  nodes: ["node", "nodes"],
  audit: ["audit entry", "audit entries"],
};
const grouped = (count: number): string => count.toLocaleString("en-US");
const counted = (list: ListWithViews, count: number): string =>
  `${grouped(count)} ${NOUNS[list][count === 1 ? 0 : 1]}`;

const dayWords = (moment: number, timeZone: string): string =>
  dateWords({ month: "short", day: "2-digit", timeZone })(moment);

/** What a reader got last. */
export interface Seen {
  readonly keys: readonly string[] | null;
  readonly count: number;
  readonly at: Date;
  /** Those of the keys that the reader may be told of now. */
  readonly named: ReadonlySet<string>;
}

const NAMED = 5;
const namesOf = (
  list: ListWithViews,
  keys: readonly string[],
  nameable: readonly string[] = keys,
): string => {
  const count = grouped(keys.length);
  // Other lists have ids as keys, which say nothing.
  if (nameable.length === 0 || (list !== "orders" && list !== "pending")) return count;
  const named = nameable.slice(0, NAMED);
  const more = keys.length - named.length;
  return `${count}: ${named.join(", ")}${more > 0 ? ` and ${grouped(more)} more` : ""}`;
};

/** What is new and what is gone since the last report; of very long lists only how the number changed. */
const changes = (
  list: ListWithViews,
  { keys, count }: Summary,
  seen: Seen | undefined,
  timeZone: string,
): Readonly<Record<string, MessageText>> => {
  if (!seen) return {};
  const since = dayWords(seen.at.getTime(), timeZone);
  if (!keys || !seen.keys) {
    const more = count - seen.count;
    if (more === 0) return { [`Since ${since}`]: messageText`as many as before` };
    return { [`Since ${since}`]: messageText`${grouped(Math.abs(more))} ${more > 0 ? "more" : "fewer"}` };
  }
  const [before, now] = [new Set(seen.keys), new Set(keys)];
  const added = keys.filter((key) => !before.has(key));
  const gone = seen.keys.filter((key) => !now.has(key));
  const nameable = gone.filter((key) => seen.named.has(key));
  return {
    [`New since ${since}`]: messageText`${new LongValue(namesOf(list, added))}`,
    [`Gone since ${since}`]: messageText`${new LongValue(namesOf(list, gone, nameable))}`,
  };
};

/** Among the filters of a reader who may not be told all of them. */
export const FILTERS_LEFT_OUT =
  "Some are left out here and in the link, as they may name records you may not see";

/** What a row has space for on a phone. */
const CELLS = 5;

const cellWords = ({ kind, value }: ReportColumn, row: object, timeZone: string): string => {
  const given = value(row);
  if (given === null || given === undefined || given === "") return "";
  if (kind === "money") return dollars(String(given));
  if (kind === "date") return dayWords(Date.parse(String(given)), timeZone);
  return kind === "number" ? grouped(Number(given)) : String(given);
};

const rowWords = (columns: readonly ReportColumn[], row: object, timeZone: string): MessageText => {
  const words = columns.map((column) => cellWords(column, row, timeZone)).filter((cell) => cell !== "");
  return words
    .slice(0, CELLS)
    .reduce<MessageText>(
      (line, cell) => (line.text === "" ? messageText`${cell}` : messageText`${line} · ${cell}`),
      messageText``,
    );
};

export interface ReportToWrite {
  readonly id: number;
  readonly name: string;
  readonly list: ListWithViews;
  readonly format: Format;
  readonly schedule: Schedule;
  readonly timeZone: string;
  /** The page of its view. */
  readonly page: string;
}

export interface ReportMail {
  readonly publicUrl: string;
  readonly reader: string;
  readonly columns: readonly ReportColumn[];
  readonly essentials: readonly string[];
  readonly summary: Summary;
  /** The list has amounts to add up. */
  readonly hasAmounts: boolean;
  readonly seen?: Seen | undefined;
  readonly filters: readonly string[];
  readonly isAttached: boolean;
  /** The link that ends the report for this reader. */
  readonly ending: string;
}

/** The columns that tell most about a row, in the order of the view. */
const shownColumns = ({ columns, essentials }: ReportMail): readonly ReportColumn[] => {
  const important = columns.filter(({ id }) => essentials.includes(id));
  return important.length > 0 ? important : columns;
};

const NAMES: Record<Format, string> = { xlsx: "spreadsheet", csv: "CSV file" };

export const reportMail = (
  { id, name, list, format, schedule, timeZone, page }: ReportToWrite,
  mail: ReportMail,
): { subject: MessageText; body: Letter } => {
  const { summary, reader, publicUrl, isAttached } = mail;
  const { count, sum, first } = summary;
  const number = counted(list, count);
  const columns = shownColumns(mail);
  const tooMany =
    count > MOST_ROWS ? messageText` It has the first ${grouped(MOST_ROWS)} rows.` : messageText``;
  const noTotal = mail.hasAmounts ? messageText`Not added up: there are too many rows` : undefined;
  const body = letter(
    reader,
    facts({
      Report: messageText`${name}`,
      Rows: messageText`${number}`,
      Total: sum === null ? noTotal : messageText`${dollars(sum)}`,
      ...changes(list, summary, mail.seen, timeZone),
      Filters: mail.filters.length === 0 ? undefined : messageText`${new LongValue(mail.filters.join("; "))}`,
      Sent: messageText`${scheduleWords(schedule, timeZone)}`,
    }),
    ...(count === 0
      ? [paragraph(messageText`There is nothing in this view right now.`)]
      : [
          items(
            first.map((row) => ({ text: rowWords(columns, row, timeZone) })),
            count > first.length
              ? messageText`The first ${String(first.length)} of ${number}`
              : messageText`${number}`,
          ),
        ]),
    button("Open the list", portalLink(publicUrl, page)),
    ...(count === 0
      ? []
      : isAttached
        ? [paragraph(messageText`The ${NAMES[format]} is attached.${tooMany}`)]
        : [
            link(`Download the ${NAMES[format]}`, portalLink(publicUrl, reportFilePage(id))),
            paragraph(messageText`The file has what you may see when you download it.${tooMany}`),
          ]),
  );
  const total = sum === null ? messageText`` : messageText`, ${dollars(sum)}`;
  return {
    subject: messageText`${name}: ${number}${total}`,
    body: { ...body, ending: { label: "Stop this report", href: mail.ending } },
  };
};

interface Invitation {
  readonly name: string;
  readonly owner: string;
  readonly schedule: Schedule;
  readonly timeZone: string;
}

export const invitationMail = (
  publicUrl: string,
  reader: string,
  { name, owner, schedule, timeZone }: Invitation,
) => ({
  subject: messageText`${owner} invites you to the report ${name}`,
  body: letter(
    reader,
    paragraph(
      messageText`${owner} has made a report that you can get as well. You get what you may see, and nothing before you accept it.`,
    ),
    facts({ Report: messageText`${name}`, Sent: messageText`${scheduleWords(schedule, timeZone)}` }),
    button("Accept or decline", portalLink(publicUrl, REPORTS_PAGE)),
  ),
});

/** To the owner of a report whose reader cannot be reached. */
export const refusedMail = (publicUrl: string, owner: string, name: string, reader: string) => ({
  subject: messageText`The report ${name} does not reach ${reader}`,
  body: letter(
    owner,
    paragraph(
      messageText`The mail server refuses the address of ${reader}, so the report is paused for them. They can accept it again once their address is corrected.`,
    ),
    button("Open your reports", portalLink(publicUrl, REPORTS_PAGE)),
  ),
});
