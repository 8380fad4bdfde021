import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";

/** The longest value in a message; the link leads to the complete value. */
const VALUE_MAX = 120;
/** The longest value that may be a sentence or more, such as the reason of a rejection. */
const LONG_VALUE_MAX = 2_000;

/** Blanks and line breaks of every script. */
const BLANKS = /[\s\p{Z}\u0085\u2800]+/gu;
/** Control, format and other invisible characters, which could reverse or split the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}]+/gu;
/** What mail programs turn into links; the last is a host with a path behind it. */
const LINK_STARTS = /:(?=\/\/)|\bwww(?=\.)|\bmailto(?=:)|\.(?=\p{L}[\p{L}\p{N}-]+(?::\d+)?[/?#])/giu;

/** A value typed by a user, as it is put into a message: one line, bounded, and never a link. */
const lineOf = (value: string, max: number): string => {
  const line = value.replace(BLANKS, " ").replace(UNSEEN, "").replace(LINK_STARTS, "$& ").trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : line;
};

/** Our own link: put into a message completely, and only with characters valid in a URL. */
export class MessageLink {
  readonly address: string;

  constructor(base: string, path: string) {
    this.address = new URL(path, base).href;
  }
}

/** A page of the portal. It is opened by way of the login page, which greets a reader who is signed out as usual. */
export const portalLink = (base: string, page: string): MessageLink =>
  new MessageLink(base, loginPathFor(page));

/** The page of an order. */
export const orderLink = (base: string, identifier: string): MessageLink =>
  portalLink(base, `/orders/${encodeURIComponent(identifier)}`);

/** A value that may be longer than a name; otherwise as filtered as any other. */
export class LongValue {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

type Value = string | LongValue | MessageLink | MessageText;

const shownValue = (value: Value): string => {
  if (value instanceof MessageLink) return value.address;
  if (value instanceof MessageText) return value.text;
  return value instanceof LongValue ? lineOf(value.value, LONG_VALUE_MAX) : lineOf(value, VALUE_MAX);
};

/** The text of a message. Only `messageText` can create it, so that no value is put into one unfiltered. */
export class MessageText {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of(parts: TemplateStringsArray, values: readonly Value[]): MessageText {
    return new MessageText(String.raw({ raw: parts }, ...values.map(shownValue)));
  }
}

/** Writes a subject or a body: every inserted value is one line of plain text, a link of our own, or a text. */
export const messageText = (parts: TemplateStringsArray, ...values: readonly Value[]): MessageText =>
  MessageText.of(parts, values);

const amounts = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$1,234.50`. */
export const dollars = (amount: string): string => amounts.format(amount as Intl.StringNumericLiteral);
