import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Services } from "../services.ts";

/** How long a host is known after it was taken from its company. */
const KNOWN_MS = 60_000;
/** Requests under unknown names are many in an attack: they are not all questions to the database. */
const UNKNOWN_MS = 1_000;

export const companyHosts = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db
    .selectFrom("companies")
    .select("mcc_host")
    .where("mcc_host", "is not", null)
    .execute();
  return rows.flatMap(({ mcc_host }) => (mcc_host === null ? [] : [mcc_host.toLowerCase()]));
};

/** Whether a host name, or the page of an API host, was given to a company. */
export const makeCompanyHosts = ({ database, log }: Pick<Services, "database" | "log">) => {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      known = new Set(await companyHosts(database.platform));
    } catch (error) {
      log.warn({ err: error }, "the hosts of companies could not be read");
    }
    readAt = Date.now();
    reading = undefined;
  };
  return async (name: string): Promise<boolean> => {
    const page = isApiHost(name) ? pageHostOf(name) : name;
    if (Date.now() - readAt > (known.has(page) ? KNOWN_MS : UNKNOWN_MS)) {
      reading ??= read();
      await reading;
    }
    return known.has(page);
  };
};
