import { DEFAULT_THEME_ID, themeIdOf } from "@mcc/contract/theme/theme.rules.ts";
import type { Platform } from "../../platform/platform.ts";
import { externalAddresses } from "./analytics.queries.ts";

/** An asterisk would mean any host. */
const HOST = /^[a-z0-9.-]+(?::\d+)?$/;
const FRESH_MS = 10_000;
/** A header has room for some thousand characters: beyond this, any page that is encrypted may be embedded. */
const MOST_ORIGINS = 100;
const ANY = ["https:"];
const MOST_HOSTS = 1_000;

const originsOf = (addresses: readonly string[]): readonly string[] => {
  const origins = new Set(
    addresses.flatMap((address) => {
      const url = URL.parse(address);
      return url?.protocol === "https:" && HOST.test(url.host) ? [url.origin] : [];
    }),
  );
  return origins.size > MOST_ORIGINS ? ANY : [...origins].toSorted();
};

/**
 * The origins whose dashboards a page may embed. A page is served before anybody has signed in: a host that belongs to
 * one company has those of that company, one that several share has those of all.
 */
export const makeFrameOrigins = ({ database, log }: Platform) => {
  const known = new Map<string, { readonly until: number; readonly origins: Promise<readonly string[]> }>();
  const find = async (themeId: string) =>
    originsOf(await externalAddresses(database.platform, themeId === DEFAULT_THEME_ID ? undefined : themeId));
  return (host: string): Promise<readonly string[]> => {
    const themeId = themeIdOf(host);
    const found = known.get(themeId);
    if (found && found.until > Date.now()) return found.origins;
    // A page without foreign dashboards is better than none.
    const origins = find(themeId).catch((error: unknown): readonly string[] => {
      log.warn({ err: error }, "the addresses of external dashboards could not be read");
      known.delete(themeId);
      return [];
    });
    if (known.size >= MOST_HOSTS) known.clear();
    known.set(themeId, { until: Date.now() + FRESH_MS, origins });
    return origins;
  };
};
