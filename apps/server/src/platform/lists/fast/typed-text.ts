import { type RawBuilder, sql } from "kysely";
import { type Condition, likePattern } from "../list.ts";

/** The texts of a row, in lower case; each has a trigram index. */
export interface IndexedTexts {
  readonly texts: readonly Condition[];
  /** All of them, as the index of those with letters beyond Latin has them. */
  readonly joined: Condition;
}

interface TypedText {
  /** As an index finds it. */
  readonly condition: Condition;
  /** As a row tells it. */
  readonly check: Condition;
  /** Which of few texts the condition has; none where how to find it depends on what was typed. */
  readonly shape?: string;
}

const anyOf = (conditions: readonly Condition[]): RawBuilder<unknown> => sql.join(conditions, sql` or `);

/** Letters and digits enough for a trigram: three in a row, two at the end of a word, or one at its beginning. */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;
const PAIR = /^[\p{L}\p{N}].$/su;

/**
 * What stands before two letters makes a trigram of them: the beginning or one of the first 255 characters, each of
 * which the trigram index looks up. Other characters, such as Greek letters and curly quotation marks, are too many: the
 * rows that have some before a letter are in an index of their own, whose condition this is.
 */
const BEFORE_PAIR = "(^|[\\u0001-\\u00ff])";
const BEYOND_LATIN = "[^\\u0001-\\u00ff]\\S";

const escapeRegex = (typed: string): string => typed.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "\\$&");

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * What the trigram index looks up of what was typed. Of a code such as SO-02500123 that is its longest part: in the
 * other trigrams nearly every row has a share, and reading those takes five times as long as they save.
 */
export const lookedUp = (typed: string): string => {
  const parts = /\s/.test(typed) ? [] : (typed.match(WORD) ?? []);
  const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? "";
  return longest.length > 3 ? longest : typed;
};

/** Whether one of the texts contains what was typed. */
export const typedText = ({ texts, joined }: IndexedTexts, typed: string): TypedText => {
  const check = anyOf(texts.map((text) => sql`${text} like ${likePattern(typed)}`));
  const part = lookedUp(typed);
  if (part !== typed) {
    const has = (text: Condition) =>
      sql`${text} like ${likePattern(part)} and strpos(${text}, ${typed.toLowerCase()}) > 0`;
    return { condition: anyOf(texts.map((text) => sql`(${has(text)})`)), check, shape: "code" };
  }
  if (TRIGRAM.test(typed)) return { condition: check, check, shape: "text" };
  if (!PAIR.test(typed)) return { condition: check, check };
  const before = BEFORE_PAIR + escapeRegex(typed);
  const condition = sql`${anyOf(texts.map((text) => sql`${text} ~ ${before}`))}
    or (${joined} ~ ${sql.lit(BEYOND_LATIN)} and (${check}))`;
  return { condition, check, shape: "pair" };
};
