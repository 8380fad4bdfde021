/** The longest value that is put into a message; whoever wants to read all of it opens the link. */
const VALUE_MAX = 120;

/** Blanks and line breaks of every script. */
const BLANKS = /[\s\p{Z}\u0085\u2800]+/gu;
/** Control, format and other characters that are not seen, and could turn or split what stands around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}]+/gu;
/** What mail programs turn into links; the last is a host with a path behind it. */
const LINK_STARTS = /:(?=\/\/)|\bwww(?=\.)|\bmailto(?=:)|\.(?=\p{L}[\p{L}\p{N}-]+(?::\d+)?[/?#])/giu;

/** A value that somebody typed, as it stands in a message: one line, bounded, and never a link. */
const lineOf = (value: string): string => {
  const line = value.replace(BLANKS, " ").replace(UNSEEN, "").replace(LINK_STARTS, "$& ").trim();
  const characters = [...line];
  return characters.length > VALUE_MAX ? `${characters.slice(0, VALUE_MAX - 1).join("")}…` : line;
};

/** A link of our own: put into a message whole, and only as what a URL can hold. */
export class MessageLink {
  readonly address: string;

  constructor(base: string, path: string) {
    this.address = new URL(path, base).href;
  }
}

/** The text of a message. It can only be made by `messageText`, so that no value gets into one as it was typed. */
export class MessageText {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of(parts: TemplateStringsArray, values: readonly (string | MessageLink)[]): MessageText {
    const shown = values.map((value) => (value instanceof MessageLink ? value.address : lineOf(value)));
    return new MessageText(String.raw({ raw: parts }, ...shown));
  }
}

/** Writes a subject or a body: every inserted value is one line of plain text, or a link of our own. */
export const messageText = (
  parts: TemplateStringsArray,
  ...values: readonly (string | MessageLink)[]
): MessageText => MessageText.of(parts, values);
