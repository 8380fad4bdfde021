import type { ApprovalNode, ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import type { TreeNode } from "@mcc/ui/forms/tree-rows.ts";
import { ruleTexts, takenBy } from "./approval-rules.texts.ts";

type Place = Pick<ApprovalNode, "id" | "name" | "already_used" | "user_approval_rule" | "visible">;

const SITE = "site:";
const NODE = "node:";

/** Nodes and sites have separate ids, so a prefix tells them apart in one tree. */
const placeOf = (kind: string, place: Place, holderOf: (rule: number) => string | undefined): TreeNode => {
  const { id, name, already_used, user_approval_rule: rule, visible } = place;
  const unseen = visible ? undefined : ruleTexts.unseen;
  const taken = already_used ? takenBy(rule === null ? undefined : holderOf(rule)) : unseen;
  return { id: `${kind}${id}`, label: name, taken };
};

/** Available sites come before those that cannot be chosen. */
const isOffered = ({ already_used, user_approval_rule: rule, visible }: Place): boolean =>
  !already_used && (visible || rule !== null);

const offeredFirst = (a: Place, b: Place): number => Number(isOffered(b)) - Number(isOffered(a));

/**
 * The nodes as a tree with their child nodes and sites. Without a hierarchy there is only the company, which cannot be
 * chosen: its sites are the roots.
 */
export const coverageTree = (
  nodes: readonly ApprovalNode[],
  holderOf: (rule: number) => string | undefined,
): TreeNode[] => {
  const known = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : null));
  const sitesOf = ({ sites }: ApprovalNode) =>
    sites.toSorted(offeredFirst).map((site) => placeOf(SITE, site, holderOf));
  const grown = (parent: number | null): TreeNode[] =>
    (below.get(parent) ?? []).flatMap((node) =>
      node.id === null
        ? sitesOf(node)
        : [{ ...placeOf(NODE, node, holderOf), children: [...grown(node.id), ...sitesOf(node)] }],
    );
  return grown(null);
};

/** The same places, in use by the rules of a draft and not by today's. */
export const coverageInDraft = (
  nodes: readonly ApprovalNode[],
  draft: readonly ApprovalRuleRow[],
  userId: number,
): ApprovalNode[] => {
  const inUse = (kind: "sites" | "nodes", id: number | null) => {
    const using = id === null ? [] : draft.filter((rule) => rule[kind].includes(id));
    const other = using.find(({ user }) => user?.id !== userId);
    return { already_used: other !== undefined, user_approval_rule: (other ?? using[0])?.id ?? null };
  };
  return nodes.map((node) => ({
    ...node,
    ...inUse("nodes", node.id),
    sites: node.sites.map((site) => ({ ...site, ...inUse("sites", site.id) })),
  }));
};

export const isSite = ({ id }: Pick<TreeNode, "id">): boolean => id.startsWith(SITE);

interface Places {
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
}

export const pickedOf = ({ sites, nodes }: Places): ReadonlySet<string> =>
  new Set([...sites.map((id) => SITE + id), ...nodes.map((id) => NODE + id)]);

const idsOf = (picked: ReadonlySet<string>, kind: string): number[] =>
  [...picked].filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(kind.length)));

export const placesOf = (picked: ReadonlySet<string>): Places => ({
  sites: idsOf(picked, SITE),
  nodes: idsOf(picked, NODE),
});
