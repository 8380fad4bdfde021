import type { Electorate } from "@mcc/contract/approvals/decisions.rules.ts";
import type { CompanyData } from "./company-data.ts";
import { listedVoters, type QuestionedOrder, type Voter } from "./question.queries.ts";
import { approvalSettings } from "./rule-book.queries.ts";
import { listedBlanketRules } from "./rules-at.queries.ts";

/** Who could have a say in the listed orders that wait, found together and handed out order by order. */
export const listedElectorate = async (
  data: CompanyData,
): Promise<(order: QuestionedOrder) => Electorate<Voter>> => {
  const [{ allowSelfApproval }, blanketRules, voters] = await Promise.all([
    approvalSettings(data),
    listedBlanketRules(data),
    listedVoters(data),
  ]);
  const bySite = Map.groupBy(voters, ({ siteId }) => siteId);
  return ({ siteId }) => ({ people: bySite.get(siteId) ?? [], blanketRules, allowSelfApproval });
};
