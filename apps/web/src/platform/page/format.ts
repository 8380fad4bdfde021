import { listTexts } from "../lists/list.texts.ts";

const amounts = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Given as text, an amount is formatted digit by digit and never becomes a float. */
export const formatMoney = (amount: string): string => amounts.format(amount as Intl.StringNumericLiteral);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const twoDigits = (part: number): string => String(part).padStart(2, "0");

const shortDateOf = (date: Date): string => `${MONTHS[date.getMonth()]} ${twoDigits(date.getDate())}`;
const dateOf = (date: Date): string => `${shortDateOf(date)} ${date.getFullYear()}`;
const timeOf = (date: Date): string =>
  `${date.getHours() % 12 || 12}:${twoDigits(date.getMinutes())} ${date.getHours() < 12 ? "AM" : "PM"}`;

/** A date and time in the user's time zone. */
export const formatMoment = (iso: string): string => {
  const date = new Date(iso);
  return `${dateOf(date)} ${timeOf(date)}`;
};

/** A date in the user's time zone. */
export const formatDate = (iso: string): string => dateOf(new Date(iso));

/** A date without its year. */
export const formatShortDate = (iso: string): string => shortDateOf(new Date(iso));

const UNITS = ["B", "kB", "MB", "GB"];

/** In decimal units, as file managers do. */
export const formatBytes = (bytes: number): string => {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const amount = bytes / 1000 ** unit;
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
};

const MOST_IN_BADGE = 99;

/** The number in a badge, which has no room for a long one. */
export const badgeCount = (count: number): string =>
  count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : String(count);

export const orNotAvailable = (text: string | null | undefined): string => text || listTexts.notAvailable;
