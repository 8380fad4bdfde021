import { companyOfHost } from "../../platform/hosts/company-of-host.ts";
import { nameIn } from "../../platform/hosts/host-name.ts";
import type { Services } from "../../platform/services.ts";
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
export const makeFrameOrigins = (services: Services) => {
  const { database, log } = services;
  const known = new Map<string, { readonly until: number; readonly origins: Promise<readonly string[]> }>();
  const find = async (name: string) =>
    originsOf(await externalAddresses(database.platform, (await companyOfHost(services, name))?.id));
  return (host: string): Promise<readonly string[]> => {
    const name = nameIn(host);
    const found = known.get(name);
    if (found && found.until > Date.now()) return found.origins;
    // A page without foreign dashboards is better than none.
    const origins = find(name).catch((error: unknown): readonly string[] => {
      log.warn({ err: error }, "the addresses of external dashboards could not be read");
      known.delete(name);
      return [];
    });
    if (known.size >= MOST_HOSTS) known.clear();
    known.set(name, { until: Date.now() + FRESH_MS, origins });
    return origins;
  };
};
