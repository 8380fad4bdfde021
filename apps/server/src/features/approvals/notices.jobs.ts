import { whyNeeded } from "@mcc/contract/approvals/approvals.messages.ts";
import { actorsOf, currentStep } from "@mcc/contract/approvals/decisions.rules.ts";
import type { Job, Jobs } from "../../platform/jobs.ts";
import { listKnown } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { platformTransaction } from "../../platform/scope.ts";
import {
  addMessage,
  MessageLink,
  type MessageText,
  messageText,
  sendSoon,
} from "../messages/messages.service.ts";
import type { CompanyData } from "./company-data.ts";
import { listedElectorate } from "./electorate.ts";
import { companiesWithUntold, lockUntoldSteps, markTold, type UntoldStep } from "./notices.queries.ts";
import { TELL, tellApproversSoon } from "./notices.service.ts";
import { listedQuestions, type QuestionedOrder, type Voter } from "./question.queries.ts";

type Base = Omit<Platform, "jobs">;

/** Steps told about in one transaction. */
const AT_ONCE = 50;

export const noticeJobs = (platform: Base, jobs: () => Jobs): Job[] => [
  {
    name: TELL,
    work: ({ companyId }, stopping) => tellApprovers(platform, jobs(), Number(companyId), stopping),
  },
  {
    name: "sweep-approvers",
    schedule: "* * * * *",
    work: async () => {
      for (const companyId of await companiesWithUntold(platform.database.platform)) {
        tellApproversSoon(jobs(), companyId);
      }
    },
  },
];

const tellApprovers = async (
  platform: Base,
  jobs: Jobs,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { steps, messages } = await platformTransaction(platform.database, (db) =>
      writeNotices(platform, { db, companyId }, stopping),
    );
    for (const id of messages) {
      stopping.throwIfAborted(); // a sweep asks for the others
      await sendSoon(jobs, id);
    }
    if (steps < AT_ONCE) return;
  }
};

/** The steps and the messages about them in one transaction: written once, whatever happens to the process. */
const writeNotices = async (platform: Base, data: CompanyData, stopping: AbortSignal) => {
  const steps = await lockUntoldSteps(data, AT_ONCE);
  await listKnown(
    data.db,
    steps.map(({ order_id }) => order_id),
  );
  const [orders, electorate] = await Promise.all([listedQuestions(data), listedElectorate(data)]);
  const messages: number[] = [];
  for (const step of steps) {
    const order = orders.find(({ id }) => id === step.order_id);
    if (!order) continue;
    for (const { person } of actorsOf(order, electorate(order))) {
      stopping.throwIfAborted();
      messages.push(...(await write(platform, data, step, order, person)));
    }
  }
  await markTold(
    data,
    steps.map(({ id }) => id),
  );
  return { steps: steps.length, messages };
};

/** One message a person, step and channel, however often this is asked. */
const write = async (
  { seal, publicUrl }: Base,
  { db, companyId }: CompanyData,
  step: UntoldStep,
  order: QuestionedOrder,
  { id, name, email, phone }: Voter,
): Promise<number[]> => {
  const link = new MessageLink(publicUrl(), `/orders/${encodeURIComponent(order.identifier)}`);
  const sentFor = `approval:${step.id}:${id}`;
  const letter = await addMessage(seal, db, {
    channel: "email",
    company_id: companyId,
    recipient: email,
    subject: messageText`Order ${order.identifier} waits for your approval`,
    body: letterTo(name, step, order, link),
    sent_for: `${sentFor}:email`,
  });
  const note =
    phone === null
      ? undefined
      : await addMessage(seal, db, {
          channel: "text",
          company_id: companyId,
          recipient: phone,
          body: messageText`Order ${order.identifier} (${step.site}, ${dollars(order.total)}) waits for your approval: ${link}`,
          sent_for: `${sentFor}:text`,
        });
  return [letter, note].flatMap((message) => message?.id ?? []);
};

const dollars = (total: string): string => `$${total.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}`;

const letterTo = (name: string, step: UntoldStep, order: QuestionedOrder, link: MessageLink): MessageText =>
  messageText`Hello ${name},

order ${order.identifier} waits for your approval.

Site: ${step.site}
Ordered by: ${step.ordered_by ?? "N.A."}
Total: ${dollars(order.total)}
Approval: ${step.name}. ${whyNeeded(currentStep(order)?.limit ?? 0)}

Look at it, and approve or reject it, here:

${link}
`;
