import type { Letter, LetterPart } from "./letter.ts";
import type { Envelope } from "./letter-envelope.ts";

const writtenPart = (part: LetterPart): string => {
  switch (part.kind) {
    case "paragraph":
      return part.text;
    case "facts":
      return part.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "items":
      return [
        ...(part.title ? [part.title] : []),
        ...part.items.map(({ text, href }) => (href ? `- ${text}\n  ${href}` : `- ${text}`)),
      ].join("\n");
    case "choices":
      return part.choices.map(({ label, href }) => `${label}:\n${href}`).join("\n\n");
    default:
      return `${part.label}:\n${part.href}`;
  }
};

/** A letter as plain text. */
export const letterText = ({ greeting, parts }: Letter, { brand, footer }: Envelope): string =>
  `${[greeting, ...parts.map(writtenPart), [brand.label, ...footer.map(footerLine)].join("\n")].join("\n\n")}\n`;

const footerLine = ({ text, href }: Envelope["footer"][number]): string => (href ? `${text}: ${href}` : text);
