import { stepReason } from "@mcc/contract/approvals/approvals.messages.ts";
import { currentApprovers, currentStep } from "@mcc/contract/approvals/decisions.rules.ts";
import { platformTransaction } from "../../platform/access/scope.ts";
import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";
import type { Platform } from "../../platform/platform.ts";
import { addMessage, requestSending } from "../messages/messages.service.ts";
import type { CompanyData } from "./company-data.ts";
import { listedEligibleApprovers } from "./eligible-approvers.ts";
import {
  companiesWithUnnotifiedSteps,
  lockUnnotifiedSteps,
  markNotified,
  type UnnotifiedStep,
} from "./notices.queries.ts";
import { NOTIFY_APPROVERS, notifyApproversSoon } from "./notices.service.ts";
import { type Approver, listedOrdersToDecide, type OrderToDecide } from "./orders-to-decide.queries.ts";

type Deps = Omit<Platform, "jobs">;

/** The number of steps notified in one transaction. */
const STEPS_PER_TRANSACTION = 50;

export const noticeJobs = (platform: Deps, jobs: () => JobQueue): Job[] => [
  {
    name: NOTIFY_APPROVERS,
    work: ({ companyId }, stopping) => notifyApprovers(platform, jobs(), Number(companyId), stopping),
  },
  {
    name: "sweep-approvers",
    schedule: "* * * * *",
    work: async () => {
      for (const companyId of await companiesWithUnnotifiedSteps(platform.database.platform)) {
        notifyApproversSoon(jobs(), companyId);
      }
    },
  },
];

const notifyApprovers = async (
  platform: Deps,
  jobs: JobQueue,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { steps, messages } = await platformTransaction(platform.database, (db) =>
      writeNotices(platform, { db, companyId }, stopping),
    );
    for (const id of messages) {
      stopping.throwIfAborted(); // a sweep requests the others
      await requestSending(jobs, id);
    }
    if (steps < STEPS_PER_TRANSACTION) return;
  }
};

/** The steps and their messages in one transaction: written once, even if the process stops. */
const writeNotices = async (platform: Deps, data: CompanyData, stopping: AbortSignal) => {
  const steps = await lockUnnotifiedSteps(data, STEPS_PER_TRANSACTION);
  const { listed, answer } = listKnownIds(
    data.db,
    steps.map(({ order_id }) => order_id),
  );
  const [, orders, approversOf] = await Promise.all([
    answer,
    listedOrdersToDecide(data, listed),
    listedEligibleApprovers(data, listed),
  ]);
  const messages: number[] = [];
  for (const step of steps) {
    const order = orders.find(({ id }) => id === step.order_id);
    if (!order) continue;
    for (const { person } of currentApprovers(order, approversOf(order))) {
      stopping.throwIfAborted();
      messages.push(...(await addNotice(platform, data, step, order, person)));
    }
  }
  await markNotified(
    data,
    steps.map(({ id }) => id),
  );
  return { steps: steps.length, messages };
};

/** One message per user, step and channel, however often this runs. */
const addNotice = async (
  { textCipher, publicUrl }: Deps,
  { db, companyId }: CompanyData,
  step: UnnotifiedStep,
  order: OrderToDecide,
  { id, name, email, phone }: Approver,
): Promise<number[]> => {
  const link = new MessageLink(publicUrl(), `/orders/${encodeURIComponent(order.identifier)}`);
  const sentFor = `approval:${step.id}:${id}`;
  const emailMessage = await addMessage(textCipher, db, {
    channel: "email",
    company_id: companyId,
    recipient: email,
    subject: messageText`Order ${order.identifier} is pending your approval`,
    body: emailBody(name, step, order, link),
    sent_for: `${sentFor}:email`,
  });
  const textMessage =
    phone === null
      ? undefined
      : await addMessage(textCipher, db, {
          channel: "text",
          company_id: companyId,
          recipient: phone,
          body: messageText`Order ${order.identifier} (${step.site}, ${dollars(order.total)}) is pending your approval: ${link}`,
          sent_for: `${sentFor}:text`,
        });
  return [emailMessage, textMessage].flatMap((message) => message?.id ?? []);
};

const dollars = (total: string): string => `$${total.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}`;

const emailBody = (
  name: string,
  step: UnnotifiedStep,
  order: OrderToDecide,
  link: MessageLink,
): MessageText =>
  messageText`Hello ${name},

Order ${order.identifier} is pending your approval.

Site: ${step.site}
Ordered by: ${step.ordered_by ?? "N.A."}
Total: ${dollars(order.total)}
Approval: ${step.name}. ${stepReason(currentStep(order)?.limit ?? 0)}

Review, approve or reject it here:

${link}
`;
