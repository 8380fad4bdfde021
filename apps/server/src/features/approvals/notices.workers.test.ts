import { afterAll, expect, test, vi } from "vitest";
import { allJobs } from "../../jobs.ts";
import { type JobQueue, startJobQueue } from "../../platform/jobs/job-queue.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const PATIENCE = { timeout: 60_000, interval: 50 };

/** Another process that works on the same jobs. */
const startWorker = async ({ url, platform }: TestServer): Promise<JobQueue> => {
  const jobs = await startJobQueue(url, (queue) => allJobs(platform, queue), {
    works: true,
    log: platform.log,
  });
  afterAll(() => jobs.stop());
  return jobs;
};

const WORKERS = 3;

test("approvers are written to when their step opens, not before, and once (TOLD-001)", {
  timeout: 120_000,
}, async () => {
  const mail = await openMailServer();
  const testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(testServer)));
  /** Every worker is asked again and again, as after lost responses and restarts. */
  const askAll = () =>
    Promise.all(
      workers.flatMap((jobs, n) => [
        jobs.requestJob("notify-approvers", { companyId: desk.companyId }, `${n}-${Math.random()}`),
        jobs.requestJob("sweep-approvers", {}, `${n}-${Math.random()}`),
      ]),
    );
  const received = () => mail.received.map(({ to }) => to).sort();

  const desk = await setUpApprovalCompany(testServer);
  const [site, finance] = [await desk.role("Site"), await desk.role("Finance")];
  await desk.rule({ roleId: site, limit: 0 });
  await desk.rule({ roleId: finance, limit: 500 });
  const sam = await desk.person({ roleId: site });
  const fay = await desk.person({ roleId: finance });
  /** After every notification of pending orders is written and sent. */
  const allSent = () =>
    vi.waitFor(async () => {
      const open = `select 1 from messages where state <> 'sent'
    union all select 1 from order_steps where is_current and notified_at is null`;
      expect(await testServer.sql(open)).toEqual([]);
    }, PATIENCE);
  const second = await desk.person({ roleId: finance });
  const identifiers = await Promise.all(
    Array.from({ length: 8 }, async () => (await desk.order("600.00")).identifier),
  );
  await askAll();
  await allSent();
  const firstTurn = identifiers.map(() => sam.email);
  await vi.waitFor(() => expect(received()).toEqual(firstTurn), PATIENCE);

  // Each approval opens a step, while every worker looks for steps to write about.
  const [approvals] = await Promise.all([
    Promise.all(identifiers.map((identifier) => desk.approve(sam.token, identifier))),
    askAll(),
  ]);
  expect(approvals.map(({ status }) => status)).toEqual(identifiers.map(() => 200));
  await allSent();
  await askAll();
  const bothTurns = [...firstTurn, ...identifiers.flatMap(() => [fay.email, second.email])].sort();
  await vi.waitFor(() => expect(received()).toEqual(bothTurns), PATIENCE);
  // Written about once more after a crash between the two commits: the same messages are not sent again.
  await testServer.sql("update order_steps set notified_at = null where company_id = $1", [desk.companyId]);
  await askAll();
  await allSent();
  expect(received()).toEqual(bothTurns);
  for (const identifier of identifiers) {
    const about = mail.received.filter(({ shown }) =>
      shown.includes(`Subject: Order ${identifier} for $600.00 needs your approval`),
    );
    expect(about.map(({ to }) => to).sort()).toEqual([fay.email, sam.email, second.email].sort());
  }
});
