import { platformTransaction } from "../../platform/access/scope.ts";
import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import { addNotification, requestSendings } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { lockUnnotified, markNotified, type UnnotifiedDelegation } from "./delegation-notices.queries.ts";
import { announceDelegation, NOTIFY_OF_DELEGATIONS } from "./delegation-notices.service.ts";
import { delegationNotice } from "./delegations.texts.ts";

type Deps = Omit<Services, "jobs">;

/** The number of delegations of one transaction. */
const AT_ONCE = 50;

/** Principals and deputies are notified when a delegation begins and when it is over, and so are their open pages. */
export const delegationJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: NOTIFY_OF_DELEGATIONS,
    schedule: "* * * * *",
    work: async (_, stopping) => {
      for (;;) {
        const { found, messages } = await platformTransaction(services.database, async (db) => {
          const unnotified = await lockUnnotified(db, AT_ONCE);
          const added: number[] = [];
          for (const given of unnotified) added.push(...(await writeNotices(services, db, given)));
          await markNotified(
            db,
            unnotified.map(({ id }) => id),
          );
          return { found: unnotified, messages: added };
        });
        for (const { company_id, principal, deputy } of found)
          announceDelegation(services.changes, company_id, [principal.id, deputy.id]);
        await requestSendings(jobs, messages);
        stopping.throwIfAborted();
        if (found.length < AT_ONCE) return;
      }
    },
  },
];

/** One message per user, channel and occasion, however often this runs. */
const writeNotices = async (
  { textCipher, publicUrl }: Deps,
  db: Parameters<typeof addNotification>[1],
  given: UnnotifiedDelegation,
): Promise<number[]> => {
  const { id, company_id: companyId, principal, deputy, is_over } = given;
  const about = `delegation:${id}:${is_over ? "end" : "start"}`;
  const source = `delegation:${principal.id}:${deputy.id}`;
  const added: number[] = [];
  for (const person of [principal, deputy]) {
    const texts = delegationNotice(publicUrl(), given, person === principal);
    const notification = { companyId, topic: "approvals", about, source, ...texts } as const;
    added.push(...(await addNotification(textCipher, db, person, notification)));
  }
  return added;
};
