import { z } from "zod";
import { bodyId } from "../kit/id.ts";
import { requiredTextArea } from "../kit/text.ts";
import { COMMENT_MAX, commentMessages as says } from "./comments.messages.ts";

/** So many comments can be made on one order. */
export const COMMENTS_MAX = 200;

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

/** Whether a comment asks somebody who has not replied yet. */
export const isOpenQuestion = ({ asks, answered_at }: OrderComment): boolean =>
  asks !== null && answered_at === null;

export const NewComment = z.object({
  text: requiredTextArea(says.textRequired, COMMENT_MAX, says.tooLong).trim(),
  asks: bodyId(says.notAskable).nullable().default(null),
});
export type NewComment = z.output<typeof NewComment>;

/** A user who can be asked about an order. */
export const AskablePerson = Person.extend({ placed_order: z.boolean() });
