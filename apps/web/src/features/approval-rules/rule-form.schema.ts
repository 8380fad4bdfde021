import { ruleMessages as says } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import {
  ApprovalRuleChanges,
  type ApprovalRuleRow,
} from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { z } from "zod";
import { ruleTexts as texts } from "./approval-rules.texts.ts";

/** The form values of a rule. Fields have the names of the API, so that its errors appear on them. */
export type RuleValues = {
  readonly holder: "role" | "user";
  readonly role: string | null;
  readonly user: string | null;
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
  /** As typed by the user. */
  readonly limit: string;
  readonly everyOrder: boolean;
  readonly blanket: boolean;
};

const EVERY_ORDER = 0;
const BLANKET = -1;

export const newRule: RuleValues = {
  holder: "role",
  role: null,
  user: null,
  sites: [],
  nodes: [],
  limit: "",
  everyOrder: false,
  blanket: false,
};

const idOf = (named: { readonly id: number } | null): string | null => (named ? String(named.id) : null);

export const valuesOf = ({ role, user, sites, nodes, limit }: ApprovalRuleRow): RuleValues => ({
  holder: role ? "role" : "user",
  role: idOf(role),
  user: idOf(user),
  sites,
  nodes,
  limit: limit > 0 ? String(limit) : "",
  everyOrder: limit === EVERY_ORDER,
  blanket: limit === BLANKET,
});

type Switched = Pick<RuleValues, "everyOrder" | "blanket">;

/** Turning one switch on turns the other off. */
export const switched = (which: keyof Switched, on: boolean): Switched => ({
  everyOrder: false,
  blanket: false,
  [which]: on,
});

const WHOLE = /^\d+$/;
/** A typed -1 would mean the blanket approver, which has a switch. */
const NEGATIVE = /^-\d+$/;

/** NaN while there is no valid number. */
export const limitOf = ({ everyOrder, blanket, limit }: RuleValues): number => {
  if (everyOrder) return EVERY_ORDER;
  if (blanket) return BLANKET;
  return WHOLE.test(limit) ? Number(limit) : Number.NaN;
};

export const RuleForm = z.custom<RuleValues>().superRefine((values, context) => {
  const add = (field: keyof RuleValues, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  const { holder, role, user, sites, nodes } = values;
  if (holder === "role" && role === null) add("role", says.roleRequired);
  if (holder === "user" && user === null) add("user", says.userRequired);
  if (holder === "user" && user !== null && sites.length + nodes.length === 0) {
    add("sites", says.placeRequired);
  }
  const limit = limitOf(values);
  const [wrong] = ApprovalRuleChanges.safeParse({ limit }).error?.issues ?? [];
  const negative = Number.isNaN(limit) && NEGATIVE.test(values.limit);
  if (wrong) add("limit", negative ? texts.limitNegative : wrong.message);
});

type Ids = readonly number[];

const sameIds = (some: Ids, others: Ids): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

/**
 * The body of an update: only what differs from the rule as it was opened, and the previous places, so that it does not
 * undo someone else's change.
 */
export const changesOf = (opened: ApprovalRuleRow, values: RuleValues): ApprovalRuleChanges => {
  const limit = limitOf(values);
  const places = (which: "sites" | "nodes"): ApprovalRuleChanges =>
    opened.user === null || sameIds(values[which], opened[which])
      ? {}
      : { [which]: [...values[which]], [`${which}_before`]: [...opened[which]] };
  return { ...(limit === opened.limit ? {} : { limit }), ...places("sites"), ...places("nodes") };
};

export const isChanged = (rule: ApprovalRuleRow, values: RuleValues): boolean =>
  Object.keys(changesOf(rule, values)).length > 0;

/** `{limit, role}` or `{limit, user, sites, nodes}`. */
export const creationOf = (values: RuleValues) =>
  values.holder === "role"
    ? { limit: limitOf(values), role: Number(values.role) }
    : {
        limit: limitOf(values),
        user: Number(values.user),
        sites: [...values.sites],
        nodes: [...values.nodes],
      };
