import { currentApprovers, currentStep } from "@mcc/contract/approval-steps/decisions.rules.ts";
import type { EntitledApprover } from "@mcc/contract/approval-steps/entitlements.rules.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { addNotification } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import {
  type Approver,
  listedOrdersToDecide,
  type OrderToDecide,
} from "../approval-steps/approval-steps.service.ts";
import { listedEligibleApprovers } from "../approval-steps/eligible-approvers.service.ts";
import type { LateStep } from "./late-steps.queries.ts";
import { listedMessageDecisions } from "./message-decisions.ts";
import type { NoticeTexts, OrderFacts } from "./notices.texts.ts";
import { type LateKind, lateNotice, severalLateNotice } from "./reminders.texts.ts";

/** More messages for one person at once become one. */
const MOST_AT_ONCE = 3;

/** A late step of an order, and who may decide about it now. */
export interface StepToTell {
  readonly late: LateStep;
  readonly order: OrderToDecide;
  readonly current: readonly EntitledApprover<Approver>[];
}

/** By the functions that guard decisions. */
export const whoMayDecide = async (data: CompanyData, steps: readonly LateStep[]): Promise<StepToTell[]> => {
  const { listed, answer } = listKnownIds(
    data.db,
    steps.map(({ order_id }) => order_id),
  );
  const [, orders, approversOf] = await Promise.all([
    answer,
    listedOrdersToDecide(data, listed),
    listedEligibleApprovers(data, listed),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return steps.flatMap((late) => {
    const order = byId.get(late.order_id);
    return order ? { late, order, current: currentApprovers(order, approversOf(order)) } : [];
  });
};

/** One late step for one of those who may decide about it. */
export interface LateNotice {
  readonly step: StepToTell;
  readonly to: EntitledApprover<Approver>;
  /** Which of the messages about the step it is; a user gets each once. */
  readonly occasion: string;
}

const factsOf = ({ step: { late, order } }: LateNotice): OrderFacts => ({
  ...order,
  site: late.site,
  orderedBy: late.ordered_by,
});

/** A step that opens a second time is another occasion. */
const occasionOf = ({ step: { late }, occasion }: LateNotice): string =>
  `${late.id}:${late.current_since.getTime()}:${occasion}`;

type WriteOne = (notice: LateNotice) => Promise<NoticeTexts>;

/** The texts of messages about one order each, with the decision and its links. */
const writerFor = async (
  kind: LateKind,
  publicUrl: string,
  data: CompanyData,
  notices: readonly LateNotice[],
): Promise<WriteOne> => {
  const orderIds = new Set(notices.map(({ step }) => step.order.id));
  const { listed, answer } = listKnownIds(data.db, [...orderIds]);
  const [, offer] = await Promise.all([answer, listedMessageDecisions(publicUrl, data, listed)]);
  return async (notice) => {
    const { late, order, current } = notice.step;
    const { person, deputyFor } = notice.to;
    const offered = await offer({
      ...{ order, stepId: late.id, to: person },
      deciding: current.map((each) => each.person),
    });
    const step = { name: late.name, limit: currentStep(order)?.limit ?? 0 };
    const principal = deputyFor?.principal.name;
    return lateNotice(kind, publicUrl, person.name, factsOf(notice), step, offered, principal);
  };
};

/** Writes the messages, one for each person if there are many; returns the ids of those that are new. */
export const addCombinedNotices = async (
  services: Pick<Services, "textCipher" | "publicUrl">,
  data: CompanyData,
  kind: LateKind,
  notices: readonly LateNotice[],
): Promise<number[]> => {
  const publicUrl = services.publicUrl();
  const byPerson = [...Map.groupBy(notices, ({ to }) => to.person.id).values()];
  const singly = byPerson.filter((own) => own.length <= MOST_AT_ONCE).flat();
  const gathered = byPerson.filter((own) => own.length > MOST_AT_ONCE);
  const messages: number[] = [];
  const add = async ({ person }: EntitledApprover<Approver>, occasion: string, texts: NoticeTexts) => {
    const { companyId } = data;
    const notification = { companyId, topic: "reminders", about: `${kind}:${occasion}`, ...texts } as const;
    messages.push(...(await addNotification(services.textCipher, data.db, person, notification)));
  };
  const write = await writerFor(kind, publicUrl, data, singly);
  for (const notice of singly) await add(notice.to, occasionOf(notice), await write(notice));
  for (const own of gathered) {
    const [first] = own as [LateNotice];
    const texts = severalLateNotice(kind, publicUrl, first.to.person.name, own.map(factsOf));
    await add(first.to, `several:${occasionOf(first)}`, texts);
  }
  return messages;
};
