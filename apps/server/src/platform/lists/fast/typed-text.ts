import { type RawBuilder, sql } from "kysely";
import { type Condition, likePattern } from "../list.ts";

/** The texts of a row, in lower case; each has a trigram index. */
export interface IndexedTexts {
  readonly texts: readonly Condition[];
  /** All texts joined, exactly as in the index of rows with characters beyond Latin. */
  readonly joined: Condition;
}

interface TypedText {
  /** The condition for finding rows by an index. */
  readonly condition: Condition;
  /** The condition for checking one row. */
  readonly check: Condition;
  /** Names the form of the SQL, if one plan suits all values. */
  readonly shape?: string;
  /** Whether a trigram index can find what was typed. */
  readonly hasTrigrams: boolean;
}

const anyOf = (conditions: readonly Condition[]): RawBuilder<unknown> => sql.join(conditions, sql` or `);

/** Enough letters and digits for a trigram: three in a row, two at the end of a word, or one at its beginning. */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;
const PAIR = /^[\p{L}\p{N}].$/su;

/**
 * Two letters become a trigram with the character before them: the beginning of the text or one of the first 255
 * characters, each of which is looked up in the trigram index. Other characters, such as Greek letters and curly
 * quotation marks, are too many for that: rows that have one of them before a letter are in an index of their own, with
 * this condition.
 */
const BEFORE_PAIR = "(^|[\\u0001-\\u00ff])";
const BEYOND_LATIN = "[^\\u0001-\\u00ff]\\S";

const escapeRegex = (typed: string): string => typed.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "\\$&");

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The part of the typed text that is looked up in the trigram index. For a code such as SO-02500123 it is the longest
 * part: nearly every row has the other trigrams, and reading them takes five times as long as it saves.
 */
export const lookedUp = (typed: string): string => {
  const parts = /\s/.test(typed) ? [] : (typed.match(WORD) ?? []);
  const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? "";
  return longest.length > 3 ? longest : typed;
};

/** Whether one of the texts contains what was typed. */
export const typedText = ({ texts, joined }: IndexedTexts, typed: string): TypedText => {
  // In parentheses: conditions of company and sites stand beside it.
  const oneOf = (conditions: readonly Condition[]) => sql`(${anyOf(conditions)})`;
  const check = oneOf(texts.map((text) => sql`${text} like ${likePattern(typed)}`));
  const part = lookedUp(typed);
  if (part !== typed) {
    const has = (text: Condition) =>
      sql`${text} like ${likePattern(part)} and strpos(${text}, ${typed.toLowerCase()}) > 0`;
    return {
      condition: oneOf(texts.map((text) => sql`(${has(text)})`)),
      check,
      shape: "code",
      hasTrigrams: true,
    };
  }
  if (TRIGRAM.test(typed)) return { condition: check, check, shape: "text", hasTrigrams: true };
  if (!PAIR.test(typed)) return { condition: check, check, hasTrigrams: false };
  const before = BEFORE_PAIR + escapeRegex(typed);
  const condition = sql`(${anyOf(texts.map((text) => sql`${text} ~ ${before}`))}
    or (${joined} ~ ${sql.lit(BEYOND_LATIN)} and ${check}))`;
  return { condition, check, shape: "pair", hasTrigrams: false };
};
