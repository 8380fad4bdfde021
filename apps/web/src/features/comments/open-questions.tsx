import { Anchor } from "@mantine/core";
import { orderComments } from "@mcc/contract/comments/comments.api.ts";
import { askedBy } from "@mcc/contract/comments/comments.messages.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { commentTexts as texts } from "./comments.texts.ts";

/** Not by an address: the page keeps the list that the user came from in the state of its own. */
const goTo = (id: string): void => document.getElementById(id)?.focus();

/** The questions about a pending order that nobody has answered, with a link to the first one. */
export const OpenQuestions = ({ identifier }: { identifier: string }) => {
  const { data } = useQuery(queryFor(orderComments, { params: { identifier } }));
  const open = (data?.results ?? []).filter(({ asks, answered_at }) => asks && answered_at === null);
  const [first] = open;
  if (!first?.asks) return null;
  return (
    <span>
      {open.length === 1
        ? texts.isOpen(askedBy(first.author.name, first.asks.name))
        : texts.areOpen(open.length)}{" "}
      <Anchor component="button" type="button" inherit onClick={() => goTo(`comment-${first.id}`)}>
        {open.length === 1 ? texts.seeQuestion : texts.seeQuestions}
      </Anchor>
    </span>
  );
};
