import { z } from "zod";
import { MAX_ZOOM, MIN_ZOOM } from "./diagram/zoom.ts";

const Memory = z.object({
  expanded: z.array(z.number()),
  view: z.object({ x: z.number(), y: z.number(), scale: z.number().min(MIN_ZOOM).max(MAX_ZOOM) }),
});
type Memory = z.output<typeof Memory>;

const keyOf = (companyId: number): string => `tree:${companyId}`;

/** What was expanded and shown in this tab, for reloads and the way back. */
export const rememberedTree = (companyId: number): Memory | undefined => {
  try {
    return Memory.safeParse(JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? "")).data;
  } catch {
    return undefined;
  }
};

export const rememberTree = (companyId: number, memory: Memory): void => {
  try {
    sessionStorage.setItem(keyOf(companyId), JSON.stringify(memory));
  } catch {
    // Without storage the tree opens as at first.
  }
};
