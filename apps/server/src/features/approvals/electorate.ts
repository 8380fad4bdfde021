import type { Electorate } from "@mcc/contract/approvals/decisions.rules.ts";
import type { CompanyData } from "./company-data.ts";
import { type QuestionedOrder, type Voter, votersAt } from "./question.queries.ts";
import { approvalSettings } from "./rule-book.queries.ts";
import { rulesAt } from "./rules-at.queries.ts";

const isId = (id: number | null): id is number => id !== null;

/** Who could have a say in these orders, found together and handed out order by order. */
export const electorateOf = async (
  data: CompanyData,
  orders: readonly QuestionedOrder[],
): Promise<(order: QuestionedOrder) => Electorate<Voter>> => {
  const places = [...new Map(orders.map((order) => [order.siteId, order])).values()];
  const open = orders.flatMap(({ steps }) => steps.filter(({ state }) => state === "open"));
  const { hierarchy, allowSelfApproval } = await approvalSettings(data);
  const [blanketRules, voters] = await Promise.all([
    rulesAt(
      data,
      "blanket",
      places.map(({ siteId }) => siteId),
      [...new Set(places.flatMap(({ nodePath }) => nodePath))],
    ),
    votersAt(data, {
      hierarchy,
      places,
      roleIds: [...new Set(open.map(({ roleId }) => roleId).filter(isId))],
      userIds: [...new Set(open.map(({ userId }) => userId).filter(isId))],
    }),
  ]);
  const bySite = Map.groupBy(voters, ({ siteId }) => siteId);
  return ({ siteId }) => ({ people: bySite.get(siteId) ?? [], blanketRules, allowSelfApproval });
};
