import { z } from "zod";
import { type MessageLink, type MessageText, messageText } from "./message-text.ts";

const Text = z.string();
const Part = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), text: Text }),
  z.object({ kind: z.literal("facts"), facts: z.array(z.object({ label: Text, value: Text })) }),
  z.object({
    kind: z.literal("items"),
    title: Text.optional(),
    items: z.array(z.object({ text: Text, href: Text.optional() })),
  }),
  /** The main link; a letter without a button may have links only. */
  z.object({ kind: z.enum(["button", "link"]), label: Text, href: Text }),
  /** Links to choose from, side by side; the first is the usual choice. */
  z.object({ kind: z.literal("choices"), choices: z.array(z.object({ label: Text, href: Text })) }),
]);
const StoredLetter = z.object({
  greeting: Text,
  parts: z.array(Part),
  /** A link by which the reader ends what the letter is a part of, with one click and without a sign-in. */
  ending: z.object({ label: Text, href: Text }).optional(),
});

/** A part of an e-mail: stated once, and written as text and as HTML. Only `messageText` creates its texts. */
export type LetterPart = z.output<typeof Part>;

/** The content of an e-mail. Its subject is also its heading. */
export type Letter = z.output<typeof StoredLetter>;

export const paragraph = (text: MessageText): LetterPart => ({ kind: "paragraph", text: text.text });

/** What a message is about, as labels and values; a value that is not known is left out. */
export const facts = (stated: Readonly<Record<string, MessageText | undefined>>): LetterPart => ({
  kind: "facts",
  facts: Object.entries(stated).flatMap(([label, value]) => (value ? { label, value: value.text } : [])),
});

/** An entry of a list, which may lead to a page. */
interface Item {
  readonly text: MessageText;
  readonly link?: MessageLink;
}

/** A list, such as the alerts of a digest at one site. */
export const items = (listed: readonly Item[], title?: MessageText): LetterPart => ({
  kind: "items",
  ...(title ? { title: title.text } : {}),
  items: listed.map(({ text, link }) => ({ text: text.text, ...(link ? { href: link.address } : {}) })),
});

const linkPart =
  (kind: "button" | "link") =>
  (label: string, { address }: MessageLink): LetterPart => ({ kind, label, href: address });
export const button = linkPart("button");
export const link = linkPart("link");

export const choices = (offered: Readonly<Record<string, MessageLink>>): LetterPart => ({
  kind: "choices",
  choices: Object.entries(offered).map(([label, { address }]) => ({ label, href: address })),
});

export const letter = (name: string, ...parts: readonly LetterPart[]): Letter => ({
  greeting: messageText`Hello ${name},`.text,
  parts: [...parts],
});

export const storedLetter = (written: Letter): string => JSON.stringify(written);

/** A message of an earlier version may wait as plain text: its paragraphs are those of a letter. */
export const parseLetter = (stored: string): Letter => {
  const parsed = stored.startsWith("{") ? StoredLetter.safeParse(JSON.parse(stored)).data : undefined;
  return parsed ?? plainLetter(stored);
};

const plainLetter = (text: string): Letter => {
  const [greeting = "", ...paragraphs] = text.trim().split(/\n{2,}/);
  return { greeting, parts: paragraphs.map((text) => ({ kind: "paragraph", text })) };
};
