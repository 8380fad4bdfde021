import { type Html, html, localTimes, timeOf } from "../../platform/html.ts";
import type { latestMessages, messageRecipients } from "../../platform/mail/outbox.ts";

type Message = Awaited<ReturnType<typeof latestMessages>>[number];

interface Mailbox {
  readonly messages: readonly Message[];
  readonly recipients: Awaited<ReturnType<typeof messageRecipients>>;
  /** The address whose messages are shown; everyone's without it. */
  readonly person: string | undefined;
  readonly page: number;
  readonly hasOlder: boolean;
  readonly open: Message | undefined;
  /** The open message was chosen: a phone shows it instead of the list. */
  readonly isChosen: boolean;
  /** The address that e-mails come from. */
  readonly sender: string;
}

const subjectOf = ({ subject }: { readonly subject: string }): string => subject || "Text message";

/** In the list, by the company that the message is of; the address is with the open message. */
const senderOf = ({ channel, label }: Message, sender: string): string =>
  channel === "text" ? "Text message" : `From ${label ?? sender}`;

/** The address of the mailbox with another message or page. */
const linkTo = ({ person, page }: Mailbox, more: { message?: number; page?: number }): string => {
  const search = new URLSearchParams();
  if (person !== undefined) search.set("person", person);
  const wanted = more.page ?? page;
  if (wanted > 1) search.set("page", String(wanted));
  if (more.message !== undefined) search.set("message", String(more.message));
  return search.size > 0 ? `/mailbox?${search}` : "/mailbox";
};

const entryOf = (entry: Message, mailbox: Mailbox): Html =>
  html`<li><a href="${linkTo(mailbox, { message: entry.id })}"${entry.id === mailbox.open?.id ? html` aria-current="true"` : ""}><b>${subjectOf(entry)}</b>
<span>To ${entry.recipient}</span><small>${senderOf(entry, mailbox.sender)} · ${timeOf(entry.created_at)}</small></a></li>\n`;

const pagesOf = (mailbox: Mailbox): Html => {
  const { page, hasOlder } = mailbox;
  const newer = page > 1 ? html`<a href="${linkTo(mailbox, { page: page - 1 })}">Newer messages</a>` : "";
  const older = hasOlder ? html`<a href="${linkTo(mailbox, { page: page + 1 })}">Older messages</a>` : "";
  return newer || older ? html`<p class="pages">${newer} ${older}</p>` : html``;
};

const withLinks = (body: string): Html[] =>
  body
    .split(/(https?:\/\/[^\s]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));

/** An e-mail as HTML, its text below it; a text message as it is. */
const contentOf = ({ id, channel, subject, body }: Message): Html => {
  if (body === "") return html`<p>It was sent, and its text is not kept.</p>`;
  const text = html`<pre>${withLinks(body)}</pre>`;
  if (channel !== "email") return text;
  return html`<iframe src="/mailbox/${id}" title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Plain text</summary>${text}</details>`;
};

const messageOf = (message: Message, mailbox: Mailbox): Html =>
  html`<article><p class="back"><a href="${linkTo(mailbox, {})}">All messages</a></p>
<h2>${subjectOf(message)}</h2>
<dl>${message.channel === "email" ? html`<div><dt>From</dt><dd>${mailbox.sender}</dd></div>` : ""}
<div><dt>To</dt><dd>${message.recipient}</dd></div>
<div><dt>Sent</dt><dd>${timeOf(message.created_at)}</dd></div></dl>
${contentOf(message)}</article>`;

const filterOf = ({ person, recipients }: Mailbox): Html => {
  const known = recipients.map(
    ({ recipient, count }) =>
      html`<option value="${recipient}"${recipient === person ? html` selected` : ""}>${recipient} (${Number(count)})</option>\n`,
  );
  return html`<form class="filter" action="/mailbox"><label for="person">Messages to</label>
<select id="person" name="person"><option value="">Everyone</option>${known}</select><button class="secondary">Show</button></form>`;
};

const noneOf = ({ person }: Mailbox): Html =>
  person ? html`<p>Nothing has been sent to ${person}.</p>` : html`<p>Nothing has been sent yet.</p>`;

/** The messages, newest first, and one of them. */
export const mailboxBody = (mailbox: Mailbox): Html => {
  const { messages, open, isChosen, person } = mailbox;
  const list = html`<nav aria-label="Messages"><ol>${messages.map((entry) => entryOf(entry, mailbox))}</ol>${pagesOf(mailbox)}</nav>`;
  return html`<h1>Mailbox</h1>
<p>Messages of this demo, newest first. With SMTP_URL set, they are sent by e-mail instead.</p>
${messages.length > 0 || person ? filterOf(mailbox) : ""}
${messages.length > 0 || open ? html`<div class="mailbox"${isChosen ? html` data-chosen` : ""}>${list}${open ? messageOf(open, mailbox) : ""}</div>` : noneOf(mailbox)}${localTimes}`;
};
