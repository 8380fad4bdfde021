import { platformTransaction } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { findEnding } from "./report-end.queries.ts";
import { readEndLink } from "./report-end-link.ts";
import { setReaderState } from "./reports.queries.ts";

/** Whose report a link ends; nothing when it is not valid. */
export const endingOf = async (services: Services, token: string) => {
  const link = readEndLink(services, token);
  return link && findEnding(services.database.platform, link);
};

type Ending = NonNullable<Awaited<ReturnType<typeof endingOf>>>;

export const endForReader = ({ database }: Services, ending: Ending): Promise<void> =>
  platformTransaction(database, async (db) => {
    const { companyId, reportId, userId } = ending;
    await setReaderState({ db, companyId }, reportId, userId, "end");
  });
