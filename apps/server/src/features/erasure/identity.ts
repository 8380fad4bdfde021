import { partsOfPhone } from "@mcc/contract/users/phone.ts";

/** What a person was called and reached by, now and before. */
export interface Identity {
  /** Names, usernames, e-mail addresses and phone numbers. */
  readonly values: readonly string[];
  /** What identity providers call them, which may be a number. */
  readonly subjects: readonly string[];
  /** First and last names. */
  readonly pairs: readonly { readonly first: string; readonly last: string }[];
}

/** Regular expressions of PostgreSQL, see functions/erase-person.sql, and one of JavaScript. */
export interface Patterns {
  /** Found wherever one of the others is, and elsewhere, but much sooner: it does not look at what stands beside it. */
  readonly likely: string;
  readonly words: string;
  readonly whole: string;
  readonly pair: string;
  readonly inText: RegExp;
}

/** A single word of letters may be any word, such as the name of a role: it counts as a whole value only. */
const isDistinct = (value: string): boolean =>
  value.length >= 3 && /[\s@]|^\+\d|\p{L}.*[\d._-]|[\d._-].*\p{L}/u.test(value);

const escaped = (value: string): string => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Stands where there is nothing to find: no text that is stored has it. */
const NEVER = "\u0001";

/** The longest first: a part of it may be one of its own. */
const anyOf = (values: readonly string[]): string =>
  [...new Set(values.flatMap((value) => [value, inJson(value)]))]
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .concat(NEVER)
    .join("|");

const BETWEEN_DIGITS = "[\\s().\\u00a0\\u2010-\\u2015/-]*";
const spread = (digits: string): string => [...digits].join(BETWEEN_DIGITS);

/** A phone number as people write it: with or without its country, with anything usual between the digits. */
const phoneOf = (value: string): { whole: string; national: string }[] => {
  const parts = /^\+\d+$/.test(value) ? partsOfPhone(value) : undefined;
  if (!parts) return [];
  const national = spread(parts.national);
  const country = `(?:(?:00|011)?${BETWEEN_DIGITS}${spread(parts.country)}${BETWEEN_DIGITS})?`;
  return [{ whole: `[+(]*${country}(?:0${BETWEEN_DIGITS})?${national}`, national }];
};

/** In JSON the letter of an escaped character, such as the `n` of a new line, stands before a word. */
const ESCAPED = "(?<=\\\\(?:[bfnrt]|u[0-9a-f]{4}))";

export const patternsOf = ({ values, pairs }: Identity): Patterns => {
  const known = values.map((value) => value.trim()).filter((value) => value !== "");
  const phones = known.flatMap(phoneOf);
  const words = [...phones.map((phone) => phone.whole), anyOf(known.filter(isDistinct))].join("|");
  const whole = anyOf(known);
  const pair = [
    NEVER,
    ...pairs
      .filter(({ first, last }) => `${first}${last}` !== "")
      .map(({ first, last }) =>
        escaped(`"last_name": ${JSON.stringify(last)}, "first_name": ${JSON.stringify(first)}`),
      ),
  ].join("|");
  return {
    likely: [...phones.map(({ national }) => national), whole, pair].join("|"),
    words: `(?:(?<![[:alnum:]])|${ESCAPED})(?:${words})(?![[:alnum:]])`,
    whole,
    pair,
    inText: new RegExp(`(?:(?<![\\p{L}\\p{N}])|${ESCAPED})(?:${words})(?![\\p{L}\\p{N}])`, "giu"),
  };
};
