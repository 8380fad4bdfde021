import type pg from "pg";
import { matchingRules } from "./approvals.ts";
import { drawBasket, drawBasketWithin } from "./catalog/basket.ts";
import type { Company } from "./company.ts";
import type { HistoryPlan, PendingPlan } from "./company-plan.ts";
import { ageInDays, DAY, daysBefore, HOUR, laterMoment, workingMoment } from "./dates.ts";
import { takeIds } from "./insert/insert-rows.ts";
import { type Order, STATUS } from "./order.ts";
import { drawCustomData, drawNumbers, drawTrackingUrl } from "./order-details.ts";
import { paymentAt, statusAt, trackingNumbersOf } from "./order-progress.ts";
import { type Random, randomFor } from "./random.ts";
import type { Snapshots } from "./snapshots.ts";

const HISTORY_DAYS = 1_095;
/** Business grows: an exponent above one places more orders lately than long ago. */
const GROWTH = 1.25;
const BEFORE_TRACKING = { from: Date.UTC(2019, 5, 3), days: 280 };

/** The company's orders, oldest first. */
export const drawOrders = async (
  client: pg.ClientBase,
  company: Company,
  { siteOn, buyersOf, outsiders }: Snapshots,
  now: Date,
): Promise<Order[]> => {
  const { plan } = company;
  const random = randomFor(`${plan.slug} orders`);
  const dates = drawDates(random, plan.history, now);
  const ids = await takeIds(client, "orders", dates.length);
  const pendingAt = spreadPending(random, plan.history.pending, dates.length);
  let number = plan.history.firstNumber;

  return dates.map((date, index) => {
    const wanted = pendingAt.get(index);
    const places = company.sites.filter(({ name }) => wanted?.sites?.includes(name) ?? true);
    const site = random.weighted(places.map((place) => [place, place.share] as const));
    const snapshot = siteOn(site, date);
    const orderedBy = random.pick(buyersOf(site));
    const requestedBy = random.chance(0.55) ? orderedBy : random.pick([...buyersOf(site), ...outsiders]);
    const basket = wanted
      ? drawBasketWithin(random, site.taxPercent, wanted.total)
      : drawBasket(random, site.taxPercent);
    const days = ageInDays(date, now);
    const drawn = wanted ? STATUS.pending : statusAt(random, days);
    // An order that needed no approval cannot have been rejected.
    const isUnruled = matchingRules(company, site, basket.total).length === 0;
    const status = drawn === STATUS.rejected && isUnruled ? STATUS.canceled : drawn;
    const trackingNumbers = trackingNumbersOf(random, status);
    number += random.integer(1, 3);
    return {
      id: ids[index] as number,
      identifier: `${plan.history.identifierPrefix}-${number}`,
      site,
      siteSnapshotId: snapshot.id,
      siteName: snapshot.name,
      orderedBy,
      requestedBy,
      ...drawNumbers(random, date),
      status,
      payment: paymentAt(random, status, days),
      date,
      updated: laterMoment(date, random.integer(1, 20 * 24) * HOUR, now),
      ...basket,
      trackingNumbers,
      trackingUrl: drawTrackingUrl(random, plan, trackingNumbers),
      ...drawCustomData(random, requestedBy),
      stepsDone: wanted?.done ?? 0,
    };
  });
};

const drawDates = (random: Random, history: HistoryPlan, now: Date): Date[] => {
  const early = Array.from({ length: history.ordersBeforeTracking }, () =>
    workingMoment(random, new Date(BEFORE_TRACKING.from + random.next() * BEFORE_TRACKING.days * DAY), now),
  );
  const recent = Array.from({ length: history.orders - history.ordersBeforeTracking }, () =>
    workingMoment(random, daysBefore(now, random.next() ** GROWTH * HISTORY_DAYS), now),
  );
  return [...early, ...recent].sort((a, b) => a.getTime() - b.getTime());
};

/** Every second one of the newest orders is pending. */
const spreadPending = (random: Random, pending: readonly PendingPlan[], orders: number) =>
  new Map(random.sample(pending, pending.length).map((plan, turn) => [orders - 2 - turn * 2, plan]));
