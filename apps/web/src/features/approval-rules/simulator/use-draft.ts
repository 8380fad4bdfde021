import { deleteSimulation, findSimulation } from "@mcc/contract/approval-rules/simulations.api.ts";
import type { Simulation } from "@mcc/contract/approval-rules/simulations.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, queryFor } from "../../../platform/api/call.ts";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { useRules } from "../use-rules.ts";
import { type Draft, parseDraft } from "./draft.ts";
import { rememberDraft, rememberedDraft } from "./draft-memory.ts";

/** The draft of this tab, made from today's rules unless there is one. Undefined while the rules load. */
export const useDraft = () => {
  const userId = useSessionUser().id;
  const { rules, version, error, refetch } = useRules();
  const [stored, setStored] = useState(() => parseDraft(rememberedDraft(userId)));
  const fresh = rules && version !== undefined && { version, today: rules, rules, simulation: null };
  const draft: Draft | undefined = stored ?? (fresh || undefined);
  const store = (next: Draft | undefined): void => {
    setStored(next);
    rememberDraft(userId, next ?? null);
    // A result that nobody can reach any more.
    const { simulation } = draft ?? {};
    if (simulation && next?.simulation !== simulation)
      void call(deleteSimulation, { params: { id: simulation } }).catch(() => {});
  };
  return {
    draft,
    store,
    isOutdated: stored !== undefined && version !== undefined && version !== stored.version,
    error,
    refetch,
  };
};

export const isOpen = ({ state }: Simulation): boolean => state === "waiting" || state === "running";

const LOOK_EVERY_MS = 500;

/** A simulation, until it has ended. */
export const useSimulation = (id: number | null) =>
  useQuery({
    ...queryFor(findSimulation, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? LOOK_EVERY_MS : false),
  });
