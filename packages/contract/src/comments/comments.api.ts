import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";
import { AskablePerson, NewComment, OrderComment } from "./comments.schema.ts";
import { COMMENTS_PATH } from "./comments-path.ts";

const ofOrder = {
  path: COMMENTS_PATH,
  params: z.object({ identifier: text() }),
} as const;

export const orderComments = endpoint({
  ...ofOrder,
  method: "GET",
  summary: "List the comments and questions about an order, oldest first",
  allow: "company:member",
  reply: z.object({ results: z.array(OrderComment) }),
  fails: ["not_found"],
});

export const createComment = endpoint({
  ...ofOrder,
  method: "POST",
  summary: "Comment on a pending order, or ask a user about it",
  description:
    "Only a user who can decide about the order now may ask. Until the asked user replies with a comment, for two working days at most, approvers are not reminded and the order is not escalated.",
  allow: "approval:list",
  body: NewComment,
  reply: OrderComment,
  fails: ["not_found", "order.not_pending", "question.not_yours", "comments.full", "rate.limited"],
});

export const askablePeople = endpoint({
  method: "GET",
  path: "/orders/:identifier/comments/people/",
  summary: "List users who can be asked about an order: those who placed it first",
  allow: "has-order-approvals",
  params: ofOrder.params,
  query: z.strictObject({ search: text().optional() }),
  reply: z.object({ results: z.array(AskablePerson) }),
  fails: ["not_found"],
});
