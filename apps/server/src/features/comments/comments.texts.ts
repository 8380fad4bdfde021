import { button, letter, paragraph } from "../../platform/mail/letter.ts";
import { dollars, LongValue, messageText, orderLink } from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";

type Texts = Pick<Notification, "topic" | "subject" | "body" | "text">;

/** A comment, and the order it is about. */
export interface CommentFacts {
  readonly identifier: string;
  readonly total: string;
  readonly by: string;
  readonly text: string;
}

/** What the comment is for its reader. */
export type CommentKind = "question" | "answer" | "comment";

const KINDS = {
  question: { topic: "questions", says: "asks you about", action: "Answer the question" },
  answer: { topic: "questions", says: "answered you about", action: "Open the order" },
  comment: { topic: "comments", says: "commented on", action: "Open the order" },
} as const;

export const commentNotice = (
  publicUrl: string,
  name: string,
  { identifier, total, by, text }: CommentFacts,
  kind: CommentKind,
): Texts => {
  const { topic, says, action } = KINDS[kind];
  const link = orderLink(publicUrl, identifier);
  const subject = messageText`${by} ${says} order ${identifier} for ${dollars(total)}`;
  return {
    topic,
    subject,
    body: letter(
      name,
      paragraph(messageText`${by} ${says} order ${identifier}:`),
      paragraph(messageText`“${new LongValue(text)}”`),
      button(action, link),
    ),
    text: messageText`${subject}: ${text} ${link}`,
  };
};
