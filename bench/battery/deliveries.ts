import { setTimeout as wait } from "node:timers/promises";
import type { Company } from "./company.ts";
import type { Installation } from "./installation.ts";
import type { Findings } from "./stage-result.ts";

const DELIVER_WITHIN = 10 * 60_000;

const received = ({ mail }: Installation): string[] =>
  mail.received.map(({ text }) => /^message-id: <mcc-(\d+)@/im.exec(text)?.[1] ?? "");

/** A message that is being sent is due again in five minutes; one that is due much sooner or later is not being sent. */
const MAKE_DUE = `
  update messages set next_attempt_at = now(), created_at = least(created_at, now() - interval '1 minute')
  where company_id = $1 and state = 'waiting' and next_attempt_at > now()
    and next_attempt_at not between now() + interval '270 seconds' and now() + interval '301 seconds'`;

/** What waits to be gathered with others. */
const GATHER = "update recent_messages set held_until = now() where company_id = $1 and held_until > now()";

/** Every e-mail is delivered, by itself or in one that gathers several: those that were tried in vain are due at once. */
export const checkDeliveries = async (
  installation: Installation,
  { companyId }: Company,
  findings: Findings,
): Promise<{ sent: number; repeated: number }> => {
  const { owner } = installation;
  const waiting = () =>
    owner.sql<{ state: string; count: number }>(
      "select state, count(*)::int from messages where company_id = $1 and state not in ('sent', 'gathered') group by state",
      [companyId],
    );
  const end = Date.now() + DELIVER_WITHIN;
  while ((await waiting()).length > 0 && Date.now() < end) {
    await owner.sql(MAKE_DUE, [companyId]);
    await owner.sql(GATHER, [companyId]);
    await wait(1_000);
  }
  for (const { state, count } of await waiting()) findings.add(`${count} e-mails are still ${state}`);
  const sent = await owner.sql<{ id: number }>(
    "select id::text from messages where company_id = $1 and state = 'sent'",
    [companyId],
  );
  const arrived = received(installation);
  const ids = new Set(arrived);
  for (const { id } of sent)
    if (!ids.has(String(id))) findings.add("an e-mail that counts as sent never arrived");
  // After a kill or a cut between sending and recording, an e-mail comes again with the same id.
  return { sent: sent.length, repeated: arrived.length - ids.size };
};

/** Jobs that have failed for good; what a killed process has left is taken up by another. */
export const checkJobs = async (
  { owner }: Pick<Installation, "owner">,
  findings: Findings,
): Promise<void> => {
  const failed = await owner.sql<{ name: string; count: number }>(
    "select name, count(*)::int from pgboss.job where state = 'failed' group by name",
  );
  for (const { name, count } of failed) findings.add(`${count} jobs of ${name} have failed`);
};
