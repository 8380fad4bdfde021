import { momentIn } from "@mcc/contract/kit/calendar.ts";

/** Text inside a page: text typed by users is never markup. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A tagged template whose values are text unless they are themselves `html`. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | readonly Html[];

const rendered = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map((part) => part.text).join("");
};

export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(rendered)));

/** The theme of a page that belongs to one company. */
export interface PageBranding {
  /** A stylesheet that sets the company's color. */
  readonly styles: string;
  readonly logo: string;
  readonly name: string;
}

const momentInUtc = momentIn("UTC");

/** The server does not know the reader's time zone, so UTC is named until a script converts it. */
export const timeOf = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${momentInUtc(date)} UTC</time>`;

/** Shows the times of a page in the reader's time zone. */
export const localTimes = html`<script src="/local-time.js"></script>`;

const stylesOf = ({ styles }: PageBranding): Html => html`<link rel="stylesheet" href="${styles}">\n`;
const bannerOf = ({ logo, name }: PageBranding): Html =>
  html`<header><img src="${logo}" alt="${name}" height="28"></header>`;

/** A standalone page without scripts: the mailbox, the API description, an order's tracking. */
export const page = (title: string, body: Html, branding?: PageBranding): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/plain.css">
${branding ? stylesOf(branding) : ""}</head>
<body>${branding ? bannerOf(branding) : ""}<main>${body}</main></body>
</html>`.text;
