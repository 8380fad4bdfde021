import { z } from "zod";
import { bodyId } from "../kit/id.ts";
import { Money } from "../kit/money.ts";
import { NewApprovalRule } from "./approval-rules.schema.ts";

/** More than any company has; limits the work of one request. */
const MOST_RULES = 1_000;

export const draftMessages = {
  rules: "This must be a list of rules.",
  tooMany: `A draft can't have more than ${MOST_RULES.toLocaleString("en-US")} rules.`,
  version: "Version field is required",
  otherRule: "There is no such rule of this role or user.",
  twice: "Another rule of the draft has this id.",
  keptForOrders: (name: string) =>
    `Orders are pending the rule of ${name}: it can be deleted once they are approved or rejected.`,
} as const;

/** A rule as it would be: one of today's rules if it has an id, else a new one. */
const DraftRule = NewApprovalRule.safeExtend({
  id: bodyId().describe("The rule of today that it replaces; its role or user stays").nullish(),
});
export type DraftRule = z.output<typeof DraftRule>;

const DraftRules = z
  .array(DraftRule, { error: draftMessages.rules })
  .max(MOST_RULES, draftMessages.tooMany)
  .describe("All rules that the company would have");

export const NewSimulation = z.object({ rules: DraftRules });

export const ReplacedRules = z.object({
  version: z
    .string({ error: draftMessages.version })
    .max(100, draftMessages.version)
    .describe("The `version` of the rules that the draft was made from"),
  rules: DraftRules,
});
export type ReplacedRules = z.output<typeof ReplacedRules>;

const OrdersAndTotal = z.object({ orders: z.number(), total: Money });

/** How the orders would stand under one set of rules. */
const SimulatedRules = z.object({
  /** Steps of all orders together. */
  steps: z.number(),
  /** Orders that need no approval at all. */
  passing: OrdersAndTotal,
  /** Orders with a step that nobody but company admins could approve. */
  unassigned: OrdersAndTotal,
});
export type SimulatedRules = z.output<typeof SimulatedRules>;

/** What a draft would change for an order; the first one that fits. */
export const EXAMPLE_KINDS = ["unassigned", "passing", "fewer", "more", "others"] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

const Example = z.object({
  kind: z.enum(EXAMPLE_KINDS),
  identifier: z.string(),
  total: Money,
  /** The roles and users of its steps, in order. */
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type Example = z.output<typeof Example>;

const SimulationResult = z.object({
  /** Since when the orders were placed. */
  since: z.iso.datetime(),
  orders: z.number(),
  total: Money,
  /** There are more orders than a simulation reads: these are the latest of them. */
  is_partial: z.boolean(),
  before: SimulatedRules,
  after: SimulatedRules,
  /** Orders whose steps would differ. */
  changed: z.number(),
  /** How many orders need so many steps. */
  by_steps: z.array(z.object({ steps: z.number(), before: z.number(), after: z.number() })),
  approver_count: z.number(),
  /** The orders that each could approve at some step, most first; the first ones of `approver_count`. */
  approvers: z.array(z.object({ id: z.number(), name: z.string(), before: z.number(), after: z.number() })),
  examples: z.array(Example),
});
export type SimulationResult = z.output<typeof SimulationResult>;

export const Simulation = z.object({
  id: z.number(),
  state: z.enum(["waiting", "running", "done", "failed"]),
  /** Orders read until now, of those to read; null until they are counted. */
  orders_read: z.number(),
  orders_found: z.number().nullable(),
  /** Today's rules are no longer those that the draft was compared with. */
  rules_changed: z.boolean(),
  result: SimulationResult.nullable(),
});
export type Simulation = z.output<typeof Simulation>;
