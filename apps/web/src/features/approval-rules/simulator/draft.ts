import { displayName } from "@mcc/contract/access/session.ts";
import { approvalNodes } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { z } from "zod";
import { queryFor } from "../../../platform/api/call.ts";
import { queryClient } from "../../../platform/api/query-client.ts";
import { limitOf, type RuleValues } from "../rule-form.schema.ts";
import { allRoles, allUsers } from "../rule-options.ts";

/** Rules as they would be. A new one has a negative id. */
const Draft = z.object({
  /** The rules it was made from. */
  version: z.string(),
  today: z.array(ApprovalRuleRow),
  rules: z.array(ApprovalRuleRow),
  /** The simulation of these rules. */
  simulation: z.number().nullable(),
});
export type Draft = z.output<typeof Draft>;

export const parseDraft = (stored: string | null): Draft | undefined => {
  try {
    return Draft.safeParse(JSON.parse(stored ?? "")).data;
  } catch {
    return undefined;
  }
};

type Ids = readonly number[];
const isSame = (some: Ids, others: Ids): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

/** What a draft does with a rule. */
export const statusOf = ({ today }: Draft, rule: ApprovalRuleRow): "isNew" | "isChanged" | "isSame" => {
  const now = today.find(({ id }) => id === rule.id);
  if (!now) return "isNew";
  const unchanged =
    now.limit === rule.limit && isSame(now.sites, rule.sites) && isSame(now.nodes, rule.nodes);
  return unchanged ? "isSame" : "isChanged";
};

export const removedRules = ({ today, rules }: Draft): ApprovalRuleRow[] =>
  today.filter(({ id }) => !rules.some((rule) => rule.id === id));

export const hasChanges = (draft: Draft): boolean =>
  removedRules(draft).length > 0 || draft.rules.some((rule) => statusOf(draft, rule) !== "isSame");

/** As the server takes it. */
export const bodyOf = ({ rules }: Pick<Draft, "rules">) =>
  rules.map(({ id, role, user, limit, sites, nodes }) => ({
    id: id > 0 ? id : null,
    limit,
    ...(role ? { role: role.id } : { user: user?.id, sites, nodes }),
  }));

const PLACE_NAMES = 3;

/** The names of the first places, from the picker that they were chosen in. */
const placeNamesOf = async ({ user, sites, nodes }: RuleValues): Promise<string[]> => {
  const shown = await queryClient.ensureQueryData(
    queryFor(approvalNodes, { params: { userId: user ?? "" } }),
  );
  const named = shown.filter(({ id }) => id !== null && nodes.includes(id));
  const here = shown.flatMap((node) => node.sites).filter(({ id }) => sites.includes(id));
  return [...named, ...here].slice(0, PLACE_NAMES).map(({ name }) => name);
};

const holderOf = async (values: RuleValues): Promise<Pick<ApprovalRuleRow, "role" | "user">> => {
  if (values.holder === "role") {
    const { results } = await queryClient.ensureQueryData(queryFor(roles, allRoles));
    const found = results.find(({ id }) => String(id) === values.role);
    return { role: { id: Number(values.role), name: found?.name ?? "" }, user: null };
  }
  const { results } = await queryClient.ensureQueryData(queryFor(userList.litePage, allUsers));
  const found = results.find(({ id }) => String(id) === values.user);
  return { role: null, user: { id: Number(values.user), name: found ? displayName(found) : "" } };
};

/** A rule of the form in the draft: in the place of the one it was opened from, or as a new one. */
export const withRule = async (
  draft: Draft,
  values: RuleValues,
  opened?: ApprovalRuleRow,
): Promise<Draft> => {
  const isUser = values.holder === "user";
  const rule: ApprovalRuleRow = {
    ...(opened ?? {
      ...(await holderOf(values)),
      id: Math.min(0, ...draft.rules.map(({ id }) => id)) - 1,
      has_pending_approvals: false,
    }),
    limit: limitOf(values),
    sites: isUser ? [...values.sites] : [],
    nodes: isUser ? [...values.nodes] : [],
    place_names: isUser ? await placeNamesOf(values) : [],
  };
  const rules = opened
    ? draft.rules.map((each) => (each.id === opened.id ? rule : each))
    : [...draft.rules, rule];
  return { ...draft, rules, simulation: null };
};
