import type { CompanyPlan } from "./company-plan.ts";
import type { Person } from "./order.ts";
import type { Random } from "./random.ts";

const COST_CENTERS = [
  "4410 Drilling",
  "4425 Maintenance",
  "4470 Camp",
  "4510 Safety",
  "4630 Projects",
  "4705 Mill",
];
const INSTRUCTIONS = [
  "Deliver to gate 3, call 30 minutes ahead",
  "Leave with the store keeper, no weekend delivery",
  "Forklift on site until 5 PM",
  "Hot shot: unload straight to the rig floor",
  "Hold at the warehouse for the next truck north",
  "Driver needs H2S card and hard hat",
];

/** The numbers of the customer's own accounting; they are optional. */
export const drawNumbers = (random: Random, date: Date) => ({
  poNumber: random.chance(0.86)
    ? random.chance(0.5)
      ? `PO-${random.digits(5)}`
      : `4500${random.digits(6)}`
    : null,
  afeNumber: random.chance(0.45) ? `AFE-${date.getUTCFullYear() % 100}-${random.digits(4)}` : null,
});

/** The storefront's fields at checkout and at confirmation, on about a third of the orders. */
export const drawCustomData = (random: Random, requestedBy: Person) => {
  if (!random.chance(0.34)) return { checkoutData: {}, confirmData: {} };
  const checkoutData: Record<string, string> = { "Cost Center": random.pick(COST_CENTERS) };
  if (random.chance(0.7)) checkoutData["Delivery Instructions"] = random.pick(INSTRUCTIONS);
  const confirmData: Record<string, string> = { "Receiving Contact": requestedBy.name };
  if (random.chance(0.6)) confirmData["GL Code"] = `${random.integer(5000, 7999)}-${random.digits(3)}`;
  return { checkoutData, confirmData };
};

/** Most carriers are followed on the portal's own page; some orders bring the carrier's. */
export const drawTrackingUrl = (random: Random, plan: CompanyPlan, trackingNumbers: readonly string[]) =>
  trackingNumbers[0] && random.chance(0.06)
    ? `https://track.example.com/${plan.prefix}/${trackingNumbers[0]}`
    : null;
