import type { JobQueue } from "../platform/jobs/job-queue.ts";
import { putTrigger } from "./alerts.ts";
import { setUpApprovalCompany } from "./approval-company.ts";
import { eventually } from "./eventually.ts";
import type { CompanyTraits } from "./people.ts";
import type { TestServer } from "./test-server.ts";

type TriggerTraits = Omit<Parameters<typeof putTrigger>[2], "user" | "site"> & { siteId?: number };

/** `Nov 16 2026`, as lists show dates. */
export const statedDay = (day: string): string =>
  new Date(day)
    .toLocaleDateString("en-US", { month: "short", day: "2-digit", year: "numeric", timeZone: "UTC" })
    .replace(",", "");

/** A company without approvals whose users get alerts, and what they got. */
export const setUpAlertCompany = async (testServer: TestServer, traits: Partial<CompanyTraits> = {}) => {
  const company = await setUpApprovalCompany(testServer, { approvals: null, ...traits });
  const { companyId, site } = company;

  /** A trigger of a user, at the first site if no other is given; returns its id. */
  const trigger = (userId: number, { siteId = site.id, ...traits }: TriggerTraits) =>
    putTrigger(testServer, companyId, { user: userId, site: siteId, ...traits });

  /** Waits until the triggers of all orders are evaluated. */
  const evaluated = () =>
    eventually(async () => {
      const open = await testServer.sql("select from order_arrivals where company_id = $1 limit 1", [
        companyId,
      ]);
      if (open.length > 0) throw new Error("The triggers of an order are not evaluated yet.");
    });

  interface AlertRow {
    id: number;
    user_id: number;
    site_id: number;
    order_identifier: string | null;
    content: string;
    created: Date;
  }
  const alerts = (userId?: number) =>
    testServer.sql<AlertRow>(
      `select id::integer, user_id::integer, site_id::integer, order_identifier, content, created from alerts
       where company_id = $1 and ($2::bigint is null or user_id = $2) order by id`,
      [companyId, userId ?? null],
    );
  const contents = async (userId?: number) => (await alerts(userId)).map(({ content }) => content);

  /** As if so many days had passed: what is stored about days and weeks is moved back. Below 0, a clock set back. */
  const letDaysPass = (days: number) =>
    testServer.sql(
      `with progress as (
         update trigger_progress set daily_from = daily_from - $2::integer, weekly_from = weekly_from - $2::integer,
           daily_sent_from = daily_sent_from - $2::integer, weekly_sent_from = weekly_sent_from - $2::integer
         where company_id = $1),
       rules as (
         update alert_rule_counts set window_start = window_start - $2::integer
         where company_id = $1 and window_start > '1970-01-01')
       update site_order_counts set window_start = window_start - $2::integer
       where company_id = $1 and frequency <> 'INSTANTLY'`,
      [companyId, days],
    );

  /** Runs a job of the company on one of these queues, the server's own by default, and waits until it is over. */
  const run = async (
    job: string,
    queues: readonly JobQueue[] = [testServer.services.jobs],
  ): Promise<void> => {
    await Promise.all(queues.map((queue) => queue.requestJob(job, { companyId }, crypto.randomUUID())));
    await eventually(async () => {
      const open = await testServer.sql(
        "select from pgboss.job where name = $1 and state in ('created', 'retry', 'active') limit 1",
        [job],
      );
      if (open.length > 0) throw new Error(`The job ${job} is not over yet.`);
    });
  };

  return { ...company, trigger, evaluated, alerts, contents, letDaysPass, run };
};
export type AlertCompany = Awaited<ReturnType<typeof setUpAlertCompany>>;
