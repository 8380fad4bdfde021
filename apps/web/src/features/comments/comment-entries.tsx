import { orderComments } from "@mcc/contract/comments/comments.api.ts";
import { askedBy } from "@mcc/contract/comments/comments.messages.ts";
import type { OrderComment } from "@mcc/contract/comments/comments.schema.ts";
import type { TimelineEntry } from "@mcc/ui/content/timeline.tsx";
import { IconMessage, IconMessageQuestion } from "@tabler/icons-react";
import { formatMoment } from "../../platform/page/format.ts";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./comments.module.css";
import { commentTexts as texts } from "./comments.texts.ts";

const SIZE = 14;

/** The comments on an order; undefined while they load. */
export const useComments = (identifier: string) => {
  const { record, error, retry } = useRecord(
    orderComments,
    { params: { identifier } },
    { failed: texts.fetchFailed },
  );
  return { comments: record?.results, failed: !record && error !== null, retry };
};

/** A comment in the timeline; a question of a pending order says for whom it waits. */
export const commentEntry = (
  { id, author, asks, answered_at, created_at, text }: OrderComment,
  isPending: boolean,
): TimelineEntry => ({
  id: `comment-${id}`,
  icon: asks ? <IconMessageQuestion size={SIZE} /> : <IconMessage size={SIZE} />,
  title: asks ? askedBy(author.name, asks.name) : texts.commentedBy(author.name),
  aside: formatMoment(created_at),
  children: <p className={classes.text}>{text}</p>,
  note: asks && isPending && answered_at === null ? texts.waitingFor(asks.name) : undefined,
});
