import { Text } from "@mantine/core";
import { TextArea } from "@mcc/ui/forms/fields.tsx";
import type { ModalButton } from "@mcc/ui/overlays/modal-buttons.tsx";
import { openModal } from "../state/globals.ts";
import { confirm } from "./confirm-dialog.ts";

interface TextDialogOptions {
  readonly title: string;
  readonly question: string;
  readonly label: string;
  readonly description?: string;
  readonly confirm: string;
  readonly tone?: ModalButton["tone"];
  /** The initial text. */
  readonly text?: string;
}

const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: "Discard your text?",
    content: "It has not been sent yet.",
    confirm: "Discard",
    cancel: "Keep editing",
    tone: "danger",
  });

/**
 * Asks for a text of any length, which may be empty. Undefined when the user cancels or another dialog replaces this
 * one. Escape asks before it discards a text.
 */
export const promptForText = (question: TextDialogOptions): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { title, label, description, confirm, tone = "primary", text = "" } = question;
    let typed = text;
    let answered = false;
    const answer = (words: string | undefined) => {
      answered = true;
      resolve(words);
    };
    openModal({
      title,
      content: (
        <>
          <Text mb="sm">{question.question}</Text>
          <TextArea
            data-autofocus
            label={label}
            description={description}
            maxLength={undefined}
            defaultValue={text}
            onChange={({ currentTarget }) => {
              typed = currentTarget.value;
            }}
          />
        </>
      ),
      buttons: [
        { label: "Cancel", onPress: () => answer(undefined) },
        { label: confirm, tone, onPress: () => answer(typed) },
      ],
      onDiscard: () => resolve(undefined),
      onClose: async () => {
        if (answered) return;
        if (typed.trim() === "" || (await confirmDiscard())) return resolve(undefined);
        resolve(await promptForText({ ...question, text: typed }));
      },
    });
  });
