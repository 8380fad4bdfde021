import { byFor, stepReason } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { ApprovalStep, NextApprovers } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { OrderBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { askedBy } from "@mcc/contract/comments/comments.messages.ts";
import type { OrderComment } from "@mcc/contract/comments/comments.schema.ts";
import type { Order, OrderLine } from "@mcc/contract/orders/orders.schema.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import { warningNames } from "@mcc/contract/warnings/warnings.messages.ts";
import { type Html, html, localTimes, timeOf } from "../../platform/html.ts";
import { dollars } from "../../platform/mail/message-text.ts";
import type { DecisionOutcome } from "../decisions/order-decision.service.ts";
import type { LinkedOrder } from "./decision-page.service.ts";

/** The order's own page has all of them. */
const LINES_SHOWN = 50;
const COMMENTS_SHOWN = 5;
export const NOTE_MAX = 2_000;

export type Choice = "approve" | "reject";

const orderLink = (identifier: string): Html =>
  html`<p><a href="${loginPathFor(`/orders/${encodeURIComponent(identifier)}`)}">Open the order in the portal</a></p>`;

/** The same for a link that never was, has expired or was used: it tells no one which. */
export const endedLink = html`<h1>This link no longer works</h1>
<article><p>A link in an e-mail works for one decision and for 72 hours, until your password or e-mail address changes.</p>
<p><a href="${loginPathFor("/pending-approvals")}">See the orders that are pending</a></p></article>`;

const fact = (label: string, value: Html | string | null): Html =>
  value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>\n` : html``;

const factsOf = (order: Order): Html => html`<p class="amount">${dollars(order.taxful_total_price_value)}</p>
<dl>${fact("Site", order.site.name)}${fact("Ordered by", order.ordered_by)}${fact("Requested by", order.requested_by)}${fact(
  "Ordered",
  timeOf(new Date(order.order_date)),
)}${fact("PO", order.po_number)}${fact("AFE", order.afe_number)}</dl>`;

const quantityOf = (quantity: string): string => Number(quantity).toLocaleString("en-US");

const lineOf = ({ text, sku, quantity, line_total_price }: OrderLine): Html =>
  html`<tr><th scope="row">${text}${sku && sku !== text ? html`<small>${sku}</small>` : ""}</th><td>${quantityOf(quantity)}</td><td>${dollars(line_total_price)}</td></tr>\n`;

const itemsOf = ({ lines }: Order): Html => {
  const more = lines.length - LINES_SHOWN;
  return html`<article><h2>Items</h2>
<table class="items"><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Total</th></tr></thead>
<tbody>${lines.slice(0, LINES_SHOWN).map(lineOf)}</tbody></table>
${more > 0 ? html`<p>and ${more.toLocaleString("en-US")} more</p>` : ""}</article>`;
};

const names = new Intl.ListFormat("en-US", { type: "disjunction" });

const waitingFor = ({ names: known, count, stand_in }: NextApprovers): string => {
  if (count === 0) return "No one can approve it right now.";
  const more = count - known.length;
  const people = names.format(more > 0 ? [...known, `${more} more`] : known);
  return stand_in ? `${people} can decide as company admin.` : `${people} can decide.`;
};

const outcomeOf = (step: ApprovalStep, next: NextApprovers | null): Html | string => {
  if (step.is_current) return next ? waitingFor(next) : "";
  if (step.state === "open") return "Not requested yet.";
  if (step.state === "dropped") return "No longer needed.";
  const words = `${step.state === "done" ? "Approved" : "Rejected"} by ${byFor(step.acted_by ?? "N.A.", step.acted_for)}`;
  return step.acted_at ? html`${words}, ${timeOf(new Date(step.acted_at))}` : words;
};

const stepOf = (step: ApprovalStep, next: NextApprovers | null): Html =>
  html`<li class="${step.state}"${step.is_current ? html` aria-current="step"` : ""}><b>${step.name}</b><p>${stepReason(step.limit, step.reason)}</p><p>${outcomeOf(step, next)}</p></li>\n`;

const stepsOf = ({ approval_steps, next_approvers }: Order): Html =>
  approval_steps.length === 0
    ? html``
    : html`<article><h2>Approval</h2><ol class="steps">${approval_steps.map((step) => stepOf(step, next_approvers))}</ol></article>`;

/** What to look at before the decision, without what an approver has dismissed. */
const warningsOf = ({ warnings }: Order): Html[] =>
  warnings
    .filter(({ dismissed }) => !dismissed)
    .map(
      ({ kind, text }) =>
        html`<article class="warning"><h2>${warningNames[kind]}</h2><p>${text}</p></article>\n`,
    );

/** What is left of a budget, with and without this order. */
const budgetOf = ({
  name,
  period_label,
  left_before,
  this_order,
  left_after,
  beyond,
  reason,
}: OrderBudget): Html =>
  html`<h3>${name}, ${period_label}</h3>${reason ? html`<p class="${beyond ? "error" : ""}">${reason}</p>` : ""}
<dl>${fact("Left before", left_before && dollars(left_before))}${fact("This order", dollars(this_order))}${fact("Left after", left_after && dollars(left_after))}</dl>\n`;

const budgetsOf = ({ budgets }: LinkedOrder): Html =>
  budgets.length === 0 ? html`` : html`<article><h2>Budgets</h2>${budgets.map(budgetOf)}</article>\n`;

const saidBy = ({ author, asks, created_at }: OrderComment): Html =>
  html`${asks ? askedBy(author.name, asks.name) : author.name}, ${timeOf(new Date(created_at))}`;

const questionOf = (question: OrderComment): Html =>
  html`<article class="warning"><h2>Open question</h2><p>${saidBy(question)}</p><p class="said">${question.text}</p></article>\n`;

const commentOf = (comment: OrderComment): Html =>
  html`<li><small>${saidBy(comment)}</small><p class="said">${comment.text}</p></li>\n`;

/** The last ones, in the order in which they were made. */
const commentsOf = ({ comments }: LinkedOrder): Html => {
  const earlier = comments.length - COMMENTS_SHOWN;
  return comments.length === 0
    ? html``
    : html`<article><h2>Last comments</h2>${earlier > 0 ? html`<p>${earlier.toLocaleString("en-US")} earlier in the portal</p>` : ""}
<ol class="comments">${comments.slice(-COMMENTS_SHOWN).map(commentOf)}</ol></article>\n`;
};

interface DecisionForm {
  readonly choice: Choice;
  /** What a scanner that posts the form without having kept our cookie cannot match. */
  readonly formToken: string;
  readonly note?: string;
  readonly error?: string;
}

const buttonOf = (value: Choice, { choice }: DecisionForm): Html =>
  html`<button name="decision" value="${value}"${value === choice ? "" : html` class="secondary"`}>${value === "approve" ? "Approve" : "Reject"}</button>`;

/** Around the order, so that its buttons stay at the edge of a phone wherever one reads. */
const formOf = (form: DecisionForm, order: Html): Html => html`<form method="post" class="decision">${order}
<input type="hidden" name="form" value="${form.formToken}">
<label for="note">Note, if you reject it (optional)</label>
<textarea id="note" name="note" rows="2" maxlength="${NOTE_MAX}"${form.error ? html` aria-invalid="true" aria-describedby="note-error"` : ""}>${form.note ?? ""}</textarea>
${form.error ? html`<p class="error" id="note-error" role="alert">${form.error}</p>` : ""}
<div class="bar">${buttonOf("approve", form)}${buttonOf("reject", form)}</div></form>`;

/** The order as the message said it is, with the two decisions. */
export const decisionBody = (linked: LinkedOrder, form: DecisionForm): Html => {
  const { order, questions } = linked;
  const remarks = html`${warningsOf(order)}${questions.map(questionOf)}${commentsOf(linked)}`;
  return html`<h1>Order ${order.identifier} needs your approval</h1>
${formOf(form, html`<article>${factsOf(order)}</article>\n${budgetsOf(linked)}${remarks}${itemsOf(order)}${stepsOf(order)}`)}${orderLink(order.identifier)}${localTimes}`;
};

const standing = ({ order, hasOtherTotal }: LinkedOrder): string => {
  if (order.status !== "Pending Approval") return `It is no longer pending: its status is ${order.status}.`;
  if (hasOtherTotal) return "Its total has changed since the e-mail. Look at it again in the portal.";
  return "It is no longer waiting for your decision.";
};

/** The order as it is now, without a decision. */
export const standingBody = (linked: LinkedOrder): Html =>
  html`<h1>Order ${linked.order.identifier}</h1>
<article><p class="status">${standing(linked)}</p><p>Nothing was decided by this link.</p>${factsOf(linked.order)}</article>
${stepsOf(linked.order)}${orderLink(linked.order.identifier)}${localTimes}`;

/** What the decision led to. */
export const decidedBody = (identifier: string, { status, nextStep }: DecisionOutcome): Html => {
  const outcome = status === "Rejected" ? "rejected" : "approved";
  const next = nextStep === null ? "It needs no other approval." : `The next step is ${nextStep}.`;
  return html`<h1>You ${outcome} order ${identifier}</h1>
<article><p>${outcome === "rejected" ? "The person who placed it is notified." : next}</p>${orderLink(identifier)}</article>`;
};

/** Whoever posts the form without having opened the page decides nothing. */
export const refusedForm = (path: string): Html => html`<h1>Nothing was decided</h1>
<article><p>Your browser did not send what this page needs. Allow cookies for this page, then open it again.</p>
<p><a href="${path}">Open the decision again</a></p></article>`;
