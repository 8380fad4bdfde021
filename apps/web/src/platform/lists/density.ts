import { usePreference } from "./preference.ts";

/** The row height of every list. */
export type Density = "compact" | "comfortable";

const isDensity = (value: unknown): value is Density => value === "compact" || value === "comfortable";

/** One setting for all lists, stored for each user; a view has its own in the URL. */
export const useDensity = (linked?: unknown, setLinked?: (next: Density) => void) => {
  const { ready, stored, save } = usePreference("density:lists");
  const value = stored?.[0];
  if (isDensity(linked) && setLinked) return { ready: true, density: linked, setDensity: setLinked };
  const density: Density = isDensity(value) ? value : "compact";
  return { ready, density, setDensity: (next: Density) => save([next]) };
};
