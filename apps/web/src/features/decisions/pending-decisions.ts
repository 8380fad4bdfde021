import { useIsRunning } from "../../platform/records/action.ts";

/** The key of the action that decides about an order. */
export const decisionKey = (identifier: string) => ["decide-order", identifier] as const;

/** While a decision is being sent, its order is shown as decided, whatever a refetch in between returns. */
export const useIsDecisionSending = (identifier: string): boolean => useIsRunning(decisionKey(identifier));
