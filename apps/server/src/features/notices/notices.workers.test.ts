import { afterAll, expect, test } from "vitest";
import { allJobs } from "../../jobs.ts";
import { type JobQueue, startJobQueue } from "../../platform/jobs/job-queue.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** Another process that works on the same jobs. */
const startWorker = async ({ url, services }: TestServer): Promise<JobQueue> => {
  const jobs = await startJobQueue(url, (queue) => allJobs(services, queue), {
    works: true,
    log: services.log,
  });
  afterAll(() => jobs.stop());
  return jobs;
};

const WORKERS = 3;

test("approvers are written to when their step opens, not before, and once (TOLD-001)", async () => {
  const mail = await openMailServer();
  const testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(testServer)));
  /** Every worker is asked again and again, as after lost responses and restarts. */
  const askAll = () =>
    Promise.all(
      workers.flatMap((jobs, n) => [
        jobs.requestJob("notify-approvers", { companyId: testCompany.companyId }, `${n}-${Math.random()}`),
        jobs.requestJob("sweep-approvers", {}, `${n}-${Math.random()}`),
      ]),
    );
  const received = () => mail.received.map(({ to }) => to).sort();

  const testCompany = await setUpApprovalCompany(testServer);
  const [site, finance] = [await testCompany.role("Site"), await testCompany.role("Finance")];
  await testCompany.rule({ roleId: site, limit: 0 });
  await testCompany.rule({ roleId: finance, limit: 500 });
  const sam = await testCompany.person({ roleId: site });
  const fay = await testCompany.person({ roleId: finance });
  /** After every notification of pending orders is written and sent. */
  const allSent = () =>
    eventually(async () => {
      const open = `select 1 from messages where state <> 'sent'
    union all select 1 from order_steps where is_current and notified_at is null`;
      expect(await testServer.sql(open)).toEqual([]);
    });
  const second = await testCompany.person({ roleId: finance });
  const identifiers = await Promise.all(
    Array.from({ length: 8 }, async () => (await testCompany.order("600.00")).identifier),
  );
  await askAll();
  await allSent();
  const firstTurn = identifiers.map(() => sam.email);
  await eventually(() => expect(received()).toEqual(firstTurn));

  // Each approval opens a step, while every worker looks for steps to write about.
  const [approvals] = await Promise.all([
    Promise.all(identifiers.map((identifier) => testCompany.approve(sam.token, identifier))),
    askAll(),
  ]);
  expect(approvals.map(({ status }) => status)).toEqual(identifiers.map(() => 200));
  await allSent();
  await askAll();
  const bothTurns = [...firstTurn, ...identifiers.flatMap(() => [fay.email, second.email])].sort();
  await eventually(() => expect(received()).toEqual(bothTurns));
  // Written about once more after a crash between the two commits: the same messages are not sent again.
  await testServer.sql("update order_steps set notified_at = null where company_id = $1", [
    testCompany.companyId,
  ]);
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
