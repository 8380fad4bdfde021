import { displayName } from "@mcc/contract/access/session.ts";
import { currentApprovers } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { commentMessages } from "@mcc/contract/comments/comments.messages.ts";
import { COMMENTS_MAX, type NewComment, type OrderComment } from "@mcc/contract/comments/comments.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { addNotification, type Recipient, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import {
  announceApprovals,
  decisionContext,
  listOneOrder,
  lockOrder,
} from "../approval-steps/approval-steps.service.ts";
import type { DecisionContext } from "../approval-steps/next-approvers.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addComment, type CommentRecord, listedComments } from "./comments.queries.ts";
import { type CommentKind, commentNotice } from "./comments.texts.ts";
import { findReader, participants, readersByName } from "./order-audience.queries.ts";

export { openQuestions, questionsAbout } from "./questions.queries.ts";

/** The people offered at once; typing finds the others. */
const PEOPLE_SHOWN = 20;
/** At most so many people are notified of one comment. */
const MOST_RECIPIENTS = 200;

export const toComment = ({
  author_id,
  author_name,
  asks_id,
  asks_name,
  ...said
}: CommentRecord): OrderComment => ({
  id: said.id,
  text: said.text,
  author: { id: author_id, name: author_name },
  asks: asks_id === null ? null : { id: asks_id, name: asks_name ?? "" },
  answered_at: said.answered_at?.toISOString() ?? null,
  created_at: said.created_at.toISOString(),
});

export const orderComments = async (scope: CompanyScope, identifier: string) => {
  const { listed, answer } = listOneOrder(scope, identifier);
  const [, comments] = await Promise.all([answer, listedComments(scope, listed)]);
  return { results: (comments ?? fail("not_found")).map(toComment) };
};

export const askablePeople = async (scope: CompanyScope, identifier: string, search = "") => {
  const { listed, answer } = listOneOrder(scope, identifier);
  const [, comments, people] = await Promise.all([
    answer,
    listedComments(scope, listed),
    readersByName(scope, listed, search, PEOPLE_SHOWN),
  ]);
  if (!comments) fail("not_found");
  return { results: people.map(({ id, name, placed_order }) => ({ id, name, placed_order })) };
};

/** More than anybody types. */
const COMMENTS_A_MINUTE = 20;

/** With the order's row locked: comments are in order, and none follows the decision. */
export const createComment = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  { text, asks }: NewComment,
): Promise<OrderComment> => {
  await countAttempt(services.database.platform, [
    { bucket: `comment:${scope.who.id}`, max: COMMENTS_A_MINUTE, seconds: 60 },
  ]);
  const { listed, answer } = lockOrder(scope, identifier);
  const [, context, comments] = await Promise.all([
    answer,
    decisionContext(scope, listed),
    listedComments(scope, listed),
  ]);
  const { order } = context;
  if (!comments) fail("not_found");
  if (order.status !== PENDING) fail("order.not_pending");
  if (comments.length >= COMMENTS_MAX) fail("comments.full");
  const asked = asks === null ? null : await askedPerson(scope, listed, context, asks);
  const author = { author_id: scope.who.id, author_name: displayName(scope.who) };
  const question = { asks_id: asked?.id ?? null, asks_name: asked?.name ?? null };
  const added = await addComment(scope, { order_id: order.id, text, ...author, ...question });
  await addAuditEntry(scope.db, {
    actor: { id: author.author_id, name: author.author_name },
    action: asked ? "order.asked" : "order.commented",
    record: { type: "order", id: identifier },
    details: { text, ...(asked ? { asks: asked.name } : {}) },
  });
  const told = await recipientsOf(scope, listed, context, { comments, asked });
  await notify(services, scope, told, { id: added.id, order, by: author.author_name, text });
  announceApprovals(services, scope, order.siteId);
  return toComment({ ...added, text, ...author, ...question, answered_at: null });
};

/** Only a user who may decide asks; another company's user and a hidden one are as unknown as one that does not exist. */
const askedPerson = async (
  scope: CompanyScope,
  listed: ListedIds,
  { order, approvers }: DecisionContext,
  asks: number,
): Promise<Recipient> => {
  if (!currentApprovers(order, approvers).some(({ person }) => person.id === scope.who.id)) {
    fail("question.not_yours");
  }
  if (asks === scope.who.id) failField("asks", commentMessages.asksOneself);
  return (await findReader(scope, listed, asks)) ?? failField("asks", commentMessages.notAskable);
};

interface Said {
  readonly comments: readonly CommentRecord[];
  readonly asked: Recipient | null;
}

/**
 * The asked user, those whose questions this answers, and everyone else who takes part: who placed the order, commented
 * on it or may decide about it. Each once, by what the comment is for them.
 */
const recipientsOf = async (
  scope: CompanyScope,
  listed: ListedIds,
  { order, approvers }: DecisionContext,
  { comments, asked }: Said,
): Promise<{ person: Recipient; kind: CommentKind }[]> => {
  const { id: author } = scope.who;
  const answered = new Set(
    comments
      .filter(({ asks_id, answered_at }) => asks_id === author && answered_at === null)
      .map(({ author_id }) => author_id),
  );
  const people = new Map<number, Recipient>();
  for (const person of await participants(scope, listed, MOST_RECIPIENTS)) people.set(person.id, person);
  for (const { person } of currentApprovers(order, approvers)) people.set(person.id, person);
  people.delete(author);
  if (asked) people.set(asked.id, asked);
  const kindOf = (id: number): CommentKind => {
    if (id === asked?.id) return "question";
    return answered.has(id) ? "answer" : "comment";
  };
  return [...people.values()]
    .map((person) => ({ person, kind: kindOf(person.id) }))
    .sort((one, other) => Number(one.kind === "comment") - Number(other.kind === "comment"))
    .slice(0, MOST_RECIPIENTS);
};

interface NotifiedComment {
  readonly id: number;
  readonly order: { readonly id: number; readonly identifier: string; readonly total: string };
  readonly by: string;
  readonly text: string;
}

/** In the transaction of the comment, once. */
const notify = async (
  { jobs, textCipher, publicUrl }: Services,
  scope: CompanyScope,
  told: readonly { readonly person: Recipient; readonly kind: CommentKind }[],
  { id, order, by, text }: NotifiedComment,
): Promise<void> => {
  const { identifier, total } = order;
  const messages = await Promise.all(
    told.map(({ person, kind }) =>
      addNotification(textCipher, scope.db, person, {
        companyId: scope.companyId,
        about: `comment:${id}`,
        source: `comment:${order.id}:${scope.who.id}`,
        ...commentNotice(publicUrl(), person.name, { identifier, total, by, text }, kind),
      }),
    ),
  );
  scope.afterCommit(() => {
    for (const message of messages.flat()) sendSoon(jobs, message);
  });
};
