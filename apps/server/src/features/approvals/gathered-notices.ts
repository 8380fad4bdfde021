import { currentApprovers, currentStep } from "@mcc/contract/approvals/decisions.rules.ts";
import type { EligibleApprovers } from "@mcc/contract/approvals/entitlements.rules.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { addNotification } from "../../platform/mail/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyData } from "./company-data.ts";
import { listedEligibleApprovers } from "./eligible-approvers.ts";
import type { LateStep } from "./late-steps.queries.ts";
import type { NoticeTexts, OrderFacts, StepFacts } from "./notice-texts.ts";
import { type Approver, listedOrdersToDecide, type OrderToDecide } from "./orders-to-decide.queries.ts";

/** More messages for one person at once become one. */
const MOST_AT_ONCE = 3;

/** A late step of an order, and who may decide about it now. */
export interface StepToTell {
  readonly late: LateStep;
  readonly order: OrderToDecide;
  readonly approvers: EligibleApprovers<Approver>;
  readonly current: readonly Approver[];
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
    if (!order) return [];
    const approvers = approversOf(order);
    const current = currentApprovers(order, approvers).map(({ person }) => person);
    return { late, order, approvers, current };
  });
};

/** One order for one person. */
interface Notice {
  readonly person: Approver;
  /** The occasion; a user is notified once of each. */
  readonly occasion: string;
  readonly order: OrderFacts;
  readonly step: StepFacts;
}

export const noticeFor = ({ late, order }: StepToTell, person: Approver, occasion: string): Notice => ({
  person,
  // A step that opens a second time is another occasion.
  occasion: `${late.id}:${late.current_since.getTime()}:${occasion}`,
  order: { ...order, site: late.site, orderedBy: late.ordered_by },
  step: { name: late.name, limit: currentStep(order)?.limit ?? 0 },
});

/** The texts of a message about one order, and about several. */
export interface GatheredTexts {
  readonly one: (publicUrl: string, name: string, order: OrderFacts, step: StepFacts) => NoticeTexts;
  readonly several: (publicUrl: string, name: string, orders: readonly OrderFacts[]) => NoticeTexts;
}

const messagesFor = (publicUrl: string, notices: readonly Notice[], { one, several }: GatheredTexts) => {
  const [first] = notices;
  if (first && notices.length > MOST_AT_ONCE) {
    const orders = notices.map(({ order }) => order);
    const { person, occasion } = first;
    return [{ person, occasion: `several:${occasion}`, texts: several(publicUrl, person.name, orders) }];
  }
  return notices.map(({ person, occasion, order, step }) => ({
    person,
    occasion,
    texts: one(publicUrl, person.name, order, step),
  }));
};

/** Writes the messages, one for each person if there are many; returns the ids of those that are new. */
export const addGatheredNotices = async (
  { textCipher, publicUrl }: Pick<Platform, "textCipher" | "publicUrl">,
  { db, companyId }: CompanyData,
  kind: "reminder" | "escalation",
  notices: readonly Notice[],
  gathered: GatheredTexts,
): Promise<number[]> => {
  const messages: number[] = [];
  for (const own of Map.groupBy(notices, ({ person }) => person.id).values()) {
    for (const { person, occasion, texts } of messagesFor(publicUrl(), own, gathered)) {
      const notification = { companyId, topic: "reminders", about: `${kind}:${occasion}`, ...texts } as const;
      messages.push(...(await addNotification(textCipher, db, person, notification)));
    }
  }
  return messages;
};
