import { Html, html } from "../html.ts";
import type { Letter, LetterPart } from "./letter.ts";
import type { Brand, Envelope } from "./letter-envelope.ts";

/**
 * Mail programs show a letter on their own background, light or dark: it sets none, so that nothing turns into a white
 * box, and no color of text that would vanish. Styles are inline, because many programs drop a stylesheet; the
 * stylesheet adds what only some understand.
 */
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const STYLES = new Html(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.dim { color: #636b78 !important; }
@media (prefers-color-scheme: dark) { .dim { color: #9ba3af !important; } .link { color: #74b0f4 !important; } }
</style>`);
/** Readable on white and on black, for programs that drop the stylesheet. */
const DIM = "color:#767c85";
const LINE = "border-top:1px solid #8a919c";

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** White or black, whichever is easier to read on the color. */
export const textOn = (color: string): "#ffffff" | "#000000" => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
};

const ADDRESS = /(https?:\/\/\S+)/;
const anchor = (text: string, href: string): Html =>
  html`<a class="link" href="${href}" target="_blank" style="color:#1c78d6">${text}</a>`;

/** Lines as they are; an address in a message that was stored as plain text is a link. */
const withLinks = (text: string): Html[] =>
  text
    .split("\n")
    .flatMap((line, at) => [
      ...(at > 0 ? [html`<br>`] : []),
      ...line.split(ADDRESS).map((part, odd) => (odd % 2 === 1 ? anchor(part, part) : html`${part}`)),
    ]);

const BUTTON = "display:inline-block;border-radius:6px;font-weight:600;text-decoration:none";
const filled = (label: string, href: string, accent: string): Html =>
  html`<a href="${href}" target="_blank" style="${BUTTON};padding:10px 18px;background:${accent};color:${textOn(accent)}">${label}</a>`;
/** Readable on white and on black, like a link. */
const outlined = (label: string, href: string): Html =>
  html`<a class="link" href="${href}" target="_blank" style="${BUTTON};padding:9px 17px;border:1px solid #8a919c;color:#1c78d6">${label}</a>`;

const shownPart = (part: LetterPart, accent: string): Html => {
  switch (part.kind) {
    case "paragraph":
      return html`<p style="margin:0 0 16px">${withLinks(part.text)}</p>`;
    case "facts":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${part.facts.map(
        ({ label, value }) => html`
<tr><td class="dim" style="${DIM};padding:3px 16px 3px 0;vertical-align:top;white-space:nowrap">${label}</td><td style="padding:3px 0;vertical-align:top;overflow-wrap:anywhere">${value}</td></tr>`,
      )}</table>`;
    case "items":
      return html`${part.title ? html`<p style="margin:0 0 4px;font-weight:600">${part.title}</p>` : ""}<ul style="margin:0 0 20px;padding:0 0 0 20px">${part.items.map(
        ({ text, href }) => html`
<li style="margin:0 0 6px">${href ? anchor(text, href) : text}</li>`,
      )}</ul>`;
    case "button":
      return html`<p style="margin:0 0 20px">${filled(part.label, part.href, accent)}</p>`;
    case "choices":
      return html`<p style="margin:0 0 20px">${part.choices.map(
        ({ label, href }, at) =>
          html`${at > 0 ? html`&nbsp;&nbsp;` : ""}${at === 0 ? filled(label, href, accent) : outlined(label, href)}`,
      )}</p>`;
    case "link":
      return html`<p style="margin:0 0 16px">${anchor(part.label, part.href)}</p>`;
  }
};

const banner = ({ logo, label, accent }: Brand): Html =>
  html`<p style="margin:0 0 24px;padding:0 0 0 10px;border-left:4px solid ${accent};font-weight:600">${
    logo
      ? html`<img src="${logo}" alt="" height="28" style="height:28px;vertical-align:middle;margin-right:10px">`
      : ""
  }${label}</p>`;

/** A letter as HTML; every value is text. */
export const letterHtml = ({ greeting, parts }: Letter, { subject, brand, footer }: Envelope): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${STYLES}
</head>
<body style="margin:0">
<div style="max-width:560px;margin:0 auto;padding:24px 20px 32px;${FONT};font-size:15px;line-height:1.5;overflow-wrap:anywhere">
${banner(brand)}
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:650">${subject}</h1>
<p style="margin:0 0 16px">${greeting}</p>
${parts.map((part) => shownPart(part, brand.accent))}
<p class="dim" style="${DIM};${LINE};margin:28px 0 0;padding:14px 0 0;font-size:12px">${footer.map(
    ({ text, href }, at) => html`${at > 0 ? html`<br>` : ""}${href ? anchor(text, href) : text}`,
  )}</p>
</div>
</body>
</html>
`.text;
