import { usePreference } from "./preference.ts";

/** How high the rows of every list are. */
export type Density = "compact" | "comfortable";

const isDensity = (value: unknown): value is Density => value === "compact" || value === "comfortable";

/** One setting for every list, remembered per user; a view has its own, in the address. */
export const useDensity = (linked?: unknown, setLinked?: (next: Density) => void) => {
  const { ready, stored, save } = usePreference("density:lists");
  const value = stored?.[0];
  if (isDensity(linked) && setLinked) return { ready: true, density: linked, setDensity: setLinked };
  const density: Density = isDensity(value) ? value : "compact";
  return { ready, density, setDensity: (next: Density) => save([next]) };
};
