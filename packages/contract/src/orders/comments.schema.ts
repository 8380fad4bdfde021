import { z } from "zod";
import { bodyId } from "../kit/id.ts";
import { requiredText } from "../kit/text.ts";

export const COMMENT_MAX = 2_000;
/** So many comments can be made on one order. */
export const COMMENTS_MAX = 200;

export const commentMessages = {
  textRequired: "Enter a comment.",
  tooLong: `A comment can't be longer than ${COMMENT_MAX.toLocaleString("en-US")} characters.`,
  asksOneself: "You can't ask yourself.",
  notAskable: "Choose a user who can see this order.",
} as const;
const says = commentMessages;

const Person = z.object({ id: z.number(), name: z.string() });

/** Written once: a comment is never changed. */
export const OrderComment = z.object({
  id: z.number(),
  text: z.string(),
  author: Person,
  asks: Person.nullable().describe("The user who is asked"),
  answered_at: z.iso.datetime().nullable().describe("When the asked user replied"),
  created_at: z.iso.datetime(),
});
export type OrderComment = z.output<typeof OrderComment>;

export const NewComment = z.object({
  text: requiredText(says.textRequired, COMMENT_MAX, says.tooLong).trim(),
  asks: bodyId(says.notAskable).nullable().default(null),
});
export type NewComment = z.output<typeof NewComment>;

/** A user who can be asked about an order. */
export const AskablePerson = Person.extend({ placed_order: z.boolean() });
