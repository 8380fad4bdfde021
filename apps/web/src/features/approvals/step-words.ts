import type { ApprovalStep, NextApprovers } from "@mcc/contract/approvals/approvals.schema.ts";

/** By which right somebody acted on a step. */
const RIGHTS: Record<NonNullable<ApprovalStep["entitlement"]>, (step: ApprovalStep) => string> = {
  user: () => "",
  role: ({ name }) => ` as ${name}`,
  blanket: () => " as blanket approver",
  earlier: () => " by an earlier approval of this order",
  "stand-in": () => " as company admin, because nobody else could",
};

const rightOf = (step: ApprovalStep): string => (step.entitlement ? RIGHTS[step.entitlement](step) : "");

/** What has become of a step; nothing while it is still to come. */
export const outcomeOf = (step: ApprovalStep): string | undefined => {
  const { state, acted_by: by } = step;
  if (state === "dropped") return "No longer needed.";
  if (state === "open" || by === null) return undefined;
  return `${state === "rejected" ? "Rejected" : "Approved"} by ${by}${rightOf(step)}.`;
};

const listed = (names: readonly string[], more: number): string => {
  const all = more > 0 ? [...names, `${more} more`] : [...names];
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(all);
};

/** Who may act on the step that an order waits for. */
export const nextOf = ({ names, count, stand_in }: NextApprovers): string => {
  if (count === 0) return "Nobody can approve it at the moment.";
  const people = listed(names, count - names.length);
  return stand_in
    ? `Nobody is entitled to it: ${people} can stand in as company admin.`
    : `Waiting for ${people}.`;
};
