import type { Company, Delegation, Rule, Site, User } from "./company.ts";
import { ageInDays, HOUR, laterMoment } from "./dates.ts";
import type { Cents } from "./money.ts";
import { type Order, STATUS } from "./order.ts";
import type { Random } from "./random.ts";

/** Older orders have no approvals: they were done on paper then. */
const RECORDED_DAYS = 60;

type Entitlement = "user" | "role" | "blanket" | "deputy";

interface Act {
  readonly by: User;
  readonly at: Date;
  readonly entitlement: Entitlement;
  /** In whose place a deputy decided. */
  readonly delegation?: Delegation | undefined;
  readonly isByEmail: boolean;
}

interface Step {
  readonly order: Order;
  readonly position: number;
  readonly rule: Rule;
  readonly state: "open" | "done" | "rejected" | "dropped";
  readonly act?: Act;
  /** Since when the order waits or waited for it; undefined if it never did. */
  readonly since?: Date | undefined;
}

interface Rejection {
  readonly order: Order;
  readonly by: User;
  readonly at: Date;
  readonly note: string;
  readonly delegation?: Delegation | undefined;
}

export interface ApprovalHistory {
  readonly steps: readonly Step[];
  readonly rejection?: Rejection;
}

/** The rules an order of this total at this site has to pass, in the order of its steps. */
export const matchingRules = ({ plan, rules }: Company, site: Site, total: Cents): Rule[] => {
  if (!plan.features.approval) return [];
  return rules
    .filter(({ limit, coveredSites }) => limit >= 0 && total >= limit * 100 && covers(coveredSites, site))
    .sort(
      (a, b) => a.limit - b.limit || Number(a.userId === null) - Number(b.userId === null) || a.id - b.id,
    );
};

const covers = (sites: ReadonlySet<number> | undefined, site: Site) => sites?.has(site.id) ?? true;

/** The users who may act on a step: the named user, or the holders of the role who see the site. */
export const entitled = ({ users }: Company, rule: Rule, site: Site): User[] =>
  users.filter((user) =>
    rule.userId === null
      ? user.roleId === rule.roleId && user.visibleSites.includes(site)
      : user.id === rule.userId,
  );

/** Some decisions take days, so that their steps are escalated; only of orders that are old enough for it. */
const SLOW_CHANCE = 0.05;
const SLOW_HOURS = [110, 200] as const;
const SLOW_DAYS = 14;
const BY_EMAIL_CHANCE = 0.09;

/** Who stood in for somebody when they would have decided about an order. */
const delegationOf = ({ delegations }: Company, principal: User, order: Order, at: Date) =>
  delegations.find(
    ({ cap = Number.POSITIVE_INFINITY, from, until, ...delegation }) =>
      delegation.principal === principal && from <= at && at < until && order.total <= cap * 100,
  );

/** The steps of the order, fixed at its arrival, and their outcomes; how they were decided has a chance of its own. */
export const historyOf = (
  random: Random,
  ways: Random,
  company: Company,
  order: Order,
  now: Date,
): ApprovalHistory => {
  const rules = matchingRules(company, order.site, order.total);
  const isOld = ageInDays(order.date, now) > RECORDED_DAYS;
  if (rules.length === 0 || (isOld && order.status !== STATUS.rejected)) return { steps: [] };

  const done = doneSteps(random, order, rules.length);
  const left = order.status === STATUS.pending ? "open" : "dropped";
  const blanket = blanketApprover(random, company, order, done === rules.length);
  let at = order.date;
  const act = (rule: Rule): Act => {
    const isSlow = !blanket && ways.chance(SLOW_CHANCE) && ageInDays(order.date, now) > SLOW_DAYS;
    const isByEmail = ways.chance(BY_EMAIL_CHANCE);
    if (!blanket || at === order.date) {
      const hours = random.integer(1, 20);
      at = laterMoment(at, (isSlow ? ways.integer(...SLOW_HOURS) : hours) * HOUR, now);
    }
    const by = blanket ?? random.pick(entitled(company, rule, order.site));
    const delegation = blanket ? undefined : delegationOf(company, by, order, at);
    if (delegation) return { by: delegation.deputy, at, entitlement: "deputy", delegation, isByEmail };
    const entitlement: Entitlement = blanket ? "blanket" : rule.userId === null ? "role" : "user";
    return { by, at, entitlement, isByEmail };
  };
  const steps = rules.map((rule, position): Step => {
    const isWaitedFor = blanket ? position === 0 : position <= done;
    const step = { order, position: position + 1, rule, since: isWaitedFor ? at : undefined };
    return position < done ? { ...step, state: "done", act: act(rule) } : { ...step, state: left };
  });
  const refused = rules[done];
  if (order.status !== STATUS.rejected || !refused) return { steps };
  const rejecting = act(refused);
  return {
    steps: steps.map((step) =>
      step.rule === refused ? { ...step, state: "rejected", act: rejecting } : step,
    ),
    rejection: { ...rejecting, order, note: random.pick(REASONS) },
  };
};

const doneSteps = (random: Random, { status, stepsDone }: Order, steps: number): number => {
  if (status === STATUS.pending) return stepsDone;
  if (status === STATUS.canceled) return 0;
  if (status === STATUS.rejected) return steps > 1 && random.chance(0.5) ? 1 : 0;
  return steps;
};

/** Now and then a blanket approver settles every step of a finished order at once. */
const blanketApprover = (random: Random, company: Company, order: Order, isFinished: boolean) => {
  const rule = company.rules.find(({ limit }) => limit === -1);
  return rule && isFinished && random.chance(0.12)
    ? random.pick(entitled(company, rule, order.site))
    : undefined;
};

const REASONS = [
  "Already on order under another PO, please check with the store keeper.",
  "Wrong AFE number. Resubmit against the current well.",
  "Quantity is far above what the site uses in a month.",
  "Not budgeted this quarter. Bring it up at the cost review.",
  "Use the stock at the supply hub first.",
  "We have a rental agreement for this, no need to buy.",
  "Please order the catalog item instead of the special one.",
  "Duplicate of yesterday's order.",
  "Needs a quote from a second supplier above this amount.",
  "",
];
