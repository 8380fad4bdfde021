import { currentApprovers, currentStep } from "@mcc/contract/approval-steps/decisions.rules.ts";
import type { EligibleApprovers } from "@mcc/contract/approval-steps/entitlements.rules.ts";
import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { addNotification, type Notification, requestSending } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { approvalSettings } from "../approval-rules/approval-rules.service.ts";
import {
  type Approver,
  listedOrdersToDecide,
  type OrderToDecide,
} from "../approval-steps/approval-steps.service.ts";
import { listedEligibleApprovers } from "../approval-steps/eligible-approvers.service.ts";
import { NOTIFY_APPROVERS, SWEEP_APPROVERS } from "../approval-steps/notify-approvers.service.ts";
import { markUnassigned } from "../approval-steps/user-approval.service.ts";
import { listedMessageDecisions } from "./message-decisions.ts";
import {
  companiesWithDoubtfulSteps,
  companiesWithUnnotifiedSteps,
  companyAdmins,
  lockUnnotifiedSteps,
  markNotified,
  type UnnotifiedStep,
} from "./notices.queries.ts";
import {
  lostApproversNotice,
  type MessageDecision,
  type NoticeTexts,
  pendingNotice,
  unassignedNotice,
} from "./notices.texts.ts";

type Deps = Omit<Services, "jobs">;

/** The number of steps notified in one transaction. */
const STEPS_PER_TRANSACTION = 50;

export const noticeJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: NOTIFY_APPROVERS,
    work: ({ companyId }, stopping) => notifyApprovers(services, jobs, Number(companyId), stopping),
  },
  sweep(jobs, { name: SWEEP_APPROVERS, schedule: "* * * * *", requests: NOTIFY_APPROVERS }, () =>
    companiesWithUnnotifiedSteps(services.database.platform),
  ),
  {
    name: "sweep-unassigned",
    schedule: "*/5 * * * *",
    work: async (_, stopping) => {
      for (const companyId of await companiesWithDoubtfulSteps(services.database.platform)) {
        stopping.throwIfAborted();
        for (const id of await notifyOfLostApprovers(services, companyId)) await requestSending(jobs, id);
      }
    },
  },
];

const notifyApprovers = async (
  services: Deps,
  jobs: JobQueue,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { steps, messages } = await platformTransaction(services.database, (db) =>
      writeNotices(services, { db, companyId }, stopping),
    );
    for (const id of messages) {
      stopping.throwIfAborted(); // a sweep requests the others
      await requestSending(jobs, id);
    }
    if (steps < STEPS_PER_TRANSACTION) return;
  }
};

/** The steps and their messages in one transaction: written once, even if the process stops. */
const writeNotices = async (services: Deps, data: CompanyData, stopping: AbortSignal) => {
  const steps = await lockUnnotifiedSteps(data, STEPS_PER_TRANSACTION);
  const { listed, answer } = listKnownIds(
    data.db,
    steps.map(({ order_id }) => order_id),
  );
  const [, orders, approversOf, offer] = await Promise.all([
    answer,
    listedOrdersToDecide(data, listed),
    listedEligibleApprovers(data, listed),
    listedMessageDecisions(services.publicUrl(), data, listed),
  ]);
  const messages: number[] = [];
  const unassigned: number[] = [];
  for (const step of steps) {
    const order = orders.find(({ id }) => id === step.order_id);
    if (!order) continue;
    const { isUnassigned, notices } = noticesFor(services.publicUrl(), step, order, approversOf(order));
    if (isUnassigned) unassigned.push(step.id);
    const deciding = notices.filter(({ mayDecide }) => mayDecide).map(({ person }) => person);
    for (const { person, mayDecide, textsWith } of notices) {
      stopping.throwIfAborted();
      const offered = mayDecide && (await offer({ order, stepId: step.id, to: person, deciding }));
      const texts = textsWith(offered || undefined);
      // One message per user, step and channel, however often this runs.
      const notification: Notification = {
        companyId: data.companyId,
        topic: "approvals",
        about: `approval:${step.id}`,
        ...texts,
      };
      messages.push(...(await addNotification(services.textCipher, data.db, person, notification)));
    }
  }
  await markNotified(
    data,
    steps.map(({ id }) => id),
    unassigned,
  );
  return { steps: steps.length, messages };
};

interface Notice {
  readonly person: Approver;
  readonly mayDecide: boolean;
  /** With the decision that the user may take, if they may. */
  readonly textsWith: (decision: MessageDecision | undefined) => NoticeTexts;
}

/** For the users who may decide about a step; for every company admin if no one else may. */
const noticesFor = (
  publicUrl: string,
  { name, site, ordered_by }: UnnotifiedStep,
  order: OrderToDecide,
  approvers: EligibleApprovers<Approver>,
): { readonly isUnassigned: boolean; readonly notices: readonly Notice[] } => {
  const facts = { ...order, site, orderedBy: ordered_by };
  const position = currentStep(order)?.position;
  const { limit = 0, reason = null } = order.steps.find((each) => each.position === position) ?? {};
  const step = { name, limit, reason };
  const current = currentApprovers(order, approvers);
  const isUnassigned = current.every(({ by }) => by === "stand-in" || by === "deputy");
  const toApprovers = current
    .filter(({ by }) => by !== "stand-in")
    .map(({ person, deputyFor }) => ({
      person,
      mayDecide: true,
      textsWith: (decision: MessageDecision | undefined) =>
        pendingNotice(publicUrl, person.name, facts, step, decision, deputyFor?.principal.name),
    }));
  const toAdmins = approvers.people
    .filter(({ isCompanyAdmin }) => isUnassigned && isCompanyAdmin)
    .map((person) => ({
      person,
      mayDecide: current.some((each) => each.person.id === person.id),
      textsWith: (decision: MessageDecision | undefined) =>
        unassignedNotice(publicUrl, person.name, facts, step, decision),
    }));
  return { isUnassigned, notices: [...toAdmins, ...toApprovers] };
};

/** Orders that lost their last approver after their step had opened: company admins are notified, once per step. */
const notifyOfLostApprovers = async (
  { database, textCipher, publicUrl }: Deps,
  companyId: number,
): Promise<number[]> =>
  platformTransaction(database, async (db) => {
    const data = { db, companyId };
    const { hierarchy } = await approvalSettings(data);
    const found = await markUnassigned(db, { companyId, hierarchy });
    const [first] = found;
    if (!first) return [];
    const identifiers = found.map(({ identifier }) => identifier);
    const messages: number[] = [];
    for (const admin of await companyAdmins(data)) {
      const texts = lostApproversNotice(publicUrl(), admin.name, identifiers);
      const notification: Notification = {
        companyId,
        topic: "approvals",
        about: `unassigned:${first.step_id}`,
        ...texts,
      };
      messages.push(...(await addNotification(textCipher, db, admin, notification)));
    }
    return messages;
  });
