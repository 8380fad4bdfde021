import { Button, Select, Text } from "@mantine/core";
import { askablePeople, createComment } from "@mcc/contract/comments/comments.api.ts";
import { COMMENT_MAX } from "@mcc/contract/comments/comments.messages.ts";
import { NewComment, type OrderComment } from "@mcc/contract/comments/comments.schema.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { TextArea } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { z } from "zod";
import { call, queryFor } from "../../platform/api/call.ts";
import { refreshOrders } from "../../platform/api/refresh-orders.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { type AppForm, useAppForm } from "../../platform/records/forms/form.ts";
import { useLeaveGuard } from "../../platform/records/forms/use-leave-guard.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./comments.module.css";
import { commentTexts as texts } from "./comments.texts.ts";

type CommentValues = { readonly text: string; readonly asks: string | null };

const CommentForm = z.custom<CommentValues>().superRefine(({ text }, context) => {
  const { error } = NewComment.safeParse({ text });
  for (const { message } of error?.issues ?? []) {
    context.addIssue({ code: "custom", path: ["text"], message });
  }
});

/** Whom to ask, found by the server as the user types. */
const AskField = ({ form, identifier }: { form: AppForm<CommentValues>; identifier: string }) => {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    ...queryFor(askablePeople, { params: { identifier }, query: search ? { search } : {} }),
    placeholderData: keepPreviousData,
  });
  const people = data?.results ?? [];
  const placed = new Set(people.filter(({ placed_order }) => placed_order).map(({ id }) => String(id)));
  return (
    <Select
      label={texts.asks}
      description={texts.asksHint}
      placeholder={texts.nobody}
      searchable
      clearable
      openOnFocus={false}
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      filter={({ options }) => options} // the server has filtered
      onSearchChange={setTyped}
      nothingFoundMessage={listTexts.noMatch}
      renderOption={({ option }) => (
        <span>
          {option.label}
          {placed.has(option.value) && <span className={classes.quiet}> {texts.placedOrder}</span>}
        </span>
      )}
      {...form.field("asks")}
    />
  );
};

interface NewCommentFormProps {
  readonly order: Order;
  readonly comments: readonly OrderComment[];
}

const submitText = (asks: string | null, isAsked: boolean): string => {
  if (asks !== null) return texts.ask;
  return isAsked ? texts.answer : texts.comment;
};

/** A comment, an answer, or a question of a user who can decide about the order. */
export const NewCommentForm = ({ order, comments }: NewCommentFormProps) => {
  const { identifier, approvable_by_current_user: mayAsk } = order;
  const who = useSessionUser();
  const form = useAppForm<CommentValues>({
    schema: CommentForm,
    initialValues: { text: "", asks: null },
    clearOnSubmit: ["text", "asks"],
    send: ({ text, asks }) =>
      saveRecord({
        send: () =>
          call(createComment, {
            params: { identifier },
            body: { text, asks: asks === null ? null : Number(asks) },
          }),
        success: asks === null ? texts.added : texts.asked,
        failure: texts.failed,
        invalidate: refreshOrders,
        onFailure: refreshOrders,
      }),
  });
  useLeaveGuard({ dirty: form.values.text.trim() !== "", isSending: form.isSending });
  const question = comments.find(({ asks, answered_at }) => asks?.id === who.id && answered_at === null);
  const { asks } = form.values;
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert>{form.failure}</FormAlert>
      {question && <Text fw={550}>{texts.askedYou(question.author.name)}</Text>}
      <TextArea
        label={texts.newComment}
        description={texts.hint}
        rows={3}
        maxLength={COMMENT_MAX}
        {...form.field("text")}
      />
      {mayAsk && <AskField form={form} identifier={identifier} />}
      <Button type="submit" className={classes.submit} variant="default" loading={form.sending}>
        {submitText(asks, question !== undefined)}
      </Button>
    </form>
  );
};
