import { useSyncExternalStore } from "react";

/**
 * Orders whose decision is on its way. They are shown as decided until the server has answered and the screen is read
 * again: kept beside the cache, so that a reading in between, which does not know of the decision, changes nothing.
 */
const orders = new Set<string>();
const listeners = new Set<() => void>();

const told = (): void => {
  for (const changed of listeners) changed();
};

export const pendingDecisions = {
  has: (identifier: string): boolean => orders.has(identifier),
  add: (identifier: string): void => {
    orders.add(identifier);
    told();
  },
  remove: (identifier: string): void => {
    orders.delete(identifier);
    told();
  },
};

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

export const useIsDecisionPending = (identifier: string): boolean =>
  useSyncExternalStore(subscribe, () => orders.has(identifier));
