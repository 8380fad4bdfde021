import { WEEKDAYS } from "../kit/calendar.ts";
import type { AlertRule } from "./alert-rules.schema.ts";
import { hasNumber, hasWeekdays, isDigest, RULE_CHANNELS, type TriggerRule } from "./triggers.rules.ts";

type Channel = (typeof RULE_CHANNELS)[number];
type Watched = Pick<AlertRule, "rule" | "frequency" | "value" | "range_value"> & {
  readonly amount?: string | null;
};

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const joined = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;

const BY: Record<Channel, string> = { portal: "in the portal", email: "by e-mail", text: "by text message" };
const HOW_OFTEN = { INSTANTLY: "at once", DAILY: "once a day", WEEKLY: "once a week" } as const;
/** Which orders a rule of each kind looks for; `days` are the names of its weekdays. */
const PLACED: Readonly<Record<TriggerRule, (days: readonly string[]) => string>> = {
  CREATION: () => "",
  WEEKDAY: (days) => ` placed on ${joined(days, "or")}`,
  COUNT: () => "",
};
const IN_WINDOW = { INSTANTLY: "", DAILY: " in a day", WEEKLY: " in a week" } as const;

/** What lists show as the value of a rule, and filter by: its number of orders, or the names of its weekdays. */
export const shownValue = ({ rule, value, range_value }: Pick<Watched, "rule" | "value" | "range_value">) =>
  hasWeekdays(rule) ? range_value.map((day) => WEEKDAYS[day - 1]).join(", ") : value;

/** `Orders of $10,000.00 or more`. */
const whatOf = ({ rule, frequency, value, range_value, amount }: Watched): string => {
  const large = amount ? ` of ${dollars.format(amount as Intl.StringNumericLiteral)} or more` : "";
  if (hasNumber(rule)) {
    const count = Number(value).toLocaleString("en-US");
    const orders = value === 1 ? `order${large}` : `${count} orders${large}`;
    return frequency === "INSTANTLY"
      ? `Every ${orders}`
      : `${value === 1 ? "1 " : ""}${orders}${IN_WINDOW[frequency]}`;
  }
  const placed = PLACED[rule](range_value.flatMap((day) => WEEKDAYS[day - 1] ?? []));
  return large || placed ? `Orders${large}${placed}` : "All orders";
};

/** More names than this are a number. */
const NAMED_SITES = 3;

/** `at any site`, `at West Yard or Gate 4`, `at 5 sites`. */
export const placeWords = (sites: "all" | readonly string[], count = sites.length): string => {
  if (sites === "all") return "at any site";
  if (count === 0) return "at no site";
  return sites.length === count && count <= NAMED_SITES
    ? `at ${joined(sites, "or")}`
    : `at ${count === 1 ? "1 site" : `${count.toLocaleString("en-US")} sites`}`;
};

/** An alert rule as a sentence: `Orders of $10,000.00 or more at any site, at once, by e-mail`. */
export const ruleInWords = (
  watched: Watched & { readonly channels: readonly Channel[] },
  place: string,
): string => {
  const when = HOW_OFTEN[isDigest(watched.rule, watched.frequency) ? watched.frequency : "INSTANTLY"];
  // The orders of each site are counted by themselves.
  const where = hasNumber(watched.rule) ? place.replace(/^at (?=[\d,]+ sites$)/, "at each of ") : place;
  return `${whatOf(watched)} ${where}, ${when}, ${joined(
    RULE_CHANNELS.filter((channel) => watched.channels.includes(channel)).map((channel) => BY[channel]),
    "and",
  )}`;
};
