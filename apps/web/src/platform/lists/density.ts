import { usePreference } from "./preference.ts";

/** How high the rows of every list are. */
export type Density = "compact" | "comfortable";

const isDensity = (value: unknown): value is Density => value === "compact" || value === "comfortable";

/** One setting for every list, remembered per user. */
export const useDensity = () => {
  const { ready, stored, save } = usePreference("density:lists");
  const value = stored?.[0];
  const density: Density = isDensity(value) ? value : "compact";
  return { ready, density, setDensity: (next: Density) => save([next]) };
};
