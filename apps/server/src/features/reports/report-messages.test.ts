import * as contract from "@mcc/contract/reports/reports.api.ts";
import { createView, deleteView, updateView } from "@mcc/contract/views/views.api.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { reportLists } from "../../report-lists.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { openReportCompany, type Person, VIEW } from "../../testing/report-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { findReader, findReport } from "./report-sending.queries.ts";
import { outcomeFor } from "./report-writing.service.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});
const openCompany = () => openReportCompany(testServer);

const mailsTo = ({ email }: Person, subject: RegExp, count: number) =>
  eventually(() => {
    const found = mail.received.filter(({ to, shown }) => to === email && subject.test(shown));
    expect(found).toHaveLength(count);
    return found;
  });

/** The mail server refuses for now: what is written waits. */
const holdBack = async (companyId: number, messages: number) => {
  await eventually(async () =>
    expect(
      await testServer.sql(
        "select from messages where company_id = $1 and topic = 'reports' and state = 'waiting' and last_error is not null",
        [companyId],
      ),
    ).toHaveLength(messages),
  );
};
const sendWaiting = async (companyId: number, { attempts }: { attempts?: number } = {}) => {
  mail.state.refusing = false;
  await testServer.sql(
    `update messages set next_attempt_at = now(), created_at = created_at - interval '1 minute', attempts = coalesce($2, attempts)
     where company_id = $1 and state = 'waiting'`,
    [companyId, attempts ?? null],
  );
  await testServer.services.jobs.requestJob("sweep-messages", {}, crypto.randomUUID());
};

test("a report that waits in the outbox is checked again before it is sent: its reader, their sites, its state (REPT-002 partly)", async () => {
  const company = await openCompany();
  const { made, admin, near, far, accept, decline, change, runs, companyId } = company;
  const [here, there] = [await company.order("10.00"), await company.order("200.00", { site: far })];
  await company.assign(near.id, far.id);
  const off = await company.person({ firstName: "Off", lastName: "Line" });
  await company.assign(off.id, far.id);
  const moved = await company.person({ firstName: "Mo", lastName: "Ved" });
  const ids = {
    sites: (await made(near, { name: "Sites" })).id,
    paused: (await made(near, { name: "Paused" })).id,
    ended: (await made(near, { name: "Ended" })).id,
    left: (await made(admin, { name: "Left", readers: [near.id] })).id,
    off: (await made(off, { name: "Off" })).id,
    right: (await made(near, { name: "Right", view: { list: "pending", columns: ["identifier"] } })).id,
    moved: (await made(moved, { name: "Moved" })).id,
  };
  await mailsTo(near, /Subject: Ada Admin invites you to the report Left/, 1);
  await accept(near, ids.left);
  mail.state.refusing = true;
  for (const id of Object.values(ids)) await company.makeDue(id);
  await company.sweep();
  await holdBack(companyId, 7);
  expect((await company.find(near, ids.sites)).body.last_run).toMatchObject({
    ...{ sent: 0, waiting: 1, not_sent: 0, detail: "On its way" },
  });

  await testServer.sql("delete from site_users where user_id = $1 and site_id = $2", [near.id, far.id]);
  await testServer.sql("update users set disabled_at = now() where id = $1", [off.id]);
  await testServer.sql("update users set email = $2 where id = $1", [moved.id, `new-${moved.email}`]);
  await testServer.sql("update company_configurations set has_order_approval = false where company_id = $1", [
    companyId,
  ]);
  await change(near, ids.paused, { paused: true });
  await testServer.call(contract.deleteReport, { token: near.token, params: { id: ids.ended } });
  await decline(near, ids.left);
  // As if none had been tried before: what a reader may see has changed, so the e-mail is written anew.
  await sendWaiting(companyId, { attempts: 0 });

  const [sent] = await mailsTo(near, /Subject: Sites: 1 order, \$10\.00/, 1);
  expect(sent?.shown).toContain(here.identifier);
  expect(sent?.shown).not.toContain(there.identifier);
  await mailsTo({ ...moved, email: `new-${moved.email}` }, /Subject: Moved: 1 order/, 1);
  const results = () =>
    testServer.sql("select report_id, result from report_runs where company_id = $1", [companyId]);
  await eventually(async () => {
    await company.sweep();
    expect(Object.fromEntries((await results()).map(({ report_id, result }) => [report_id, result]))).toEqual(
      {
        [ids.sites]: "sent",
        [ids.paused]: "canceled",
        [ids.ended]: "canceled",
        [ids.left]: "canceled",
        [ids.off]: "no_account",
        [ids.right]: "no_right",
        [ids.moved]: "sent",
      },
    );
  });
  expect((await runs(near, ids.paused))[0]?.detail).toBe("Not sent: the report was paused or ended before.");
  expect(mail.received.filter(({ shown }) => /Subject: (Paused|Ended|Left|Off|Right):/.test(shown))).toEqual(
    [],
  );
  expect(mail.received.filter(({ to }) => to === moved.email)).toEqual([]);
  const kept = await testServer.sql(
    "select from messages where company_id = $1 and state = 'failed' and (body <> '' or attachment is not null)",
    [companyId],
  );
  expect(kept).toEqual([]);
});

test("what is sent late has what its reader may see then, and what is new since the last report that arrived (REPT-002 partly, REPT-003 partly)", async () => {
  const company = await openCompany();
  const { made, near, far, companyId } = company;
  const first = await company.order("10.00");
  const { id } = await made(near, { name: "Late" });
  await company.makeDue(id);
  await company.sweep();
  await mailsTo(near, /Subject: Late: 1 order/, 1);
  const [second, other] = [await company.order("20.00"), await company.order("5.00")];
  mail.state.refusing = true;
  await company.makeDue(id);
  await company.sweep();
  await holdBack(companyId, 1);
  // Nothing of the reader has changed, but an order has moved to a site that they do not see.
  await testServer.sql("update orders set site_id = $2 where identifier = $1", [other.identifier, far.id]);
  await sendWaiting(companyId);
  const [late] = await mailsTo(near, /Subject: Late: 2 orders, \$30\.00/, 1);
  expect(late?.shown).toMatch(new RegExp(`New since \\w+ \\d+: 1: ${second.identifier}\\n`));
  expect(late?.shown).toContain(first.identifier);
  expect(late?.shown).not.toContain(other.identifier);
});

test("orders that are gone are named only if their reader may still see them, and another view begins anew (REPT-002 partly, REPT-003 partly)", async () => {
  const company = await openCompany();
  const { made, near, far, change } = company;
  await company.assign(near.id, far.id);
  const [cheap, there] = [await company.order("50.00"), await company.order("60.00", { site: far })];
  await company.order("70.00");
  const { body: view } = await testServer.call(createView, {
    token: near.token,
    params: { list: "orders" },
    body: { name: "Big", columns: ["total"], filters: { total_min: "40" } },
  });
  const { id } = await made(near, { name: "Gone", view: { ...VIEW, saved_view: view.id } });
  const send = async (subject: RegExp) => {
    await company.makeDue(id);
    await company.sweep();
    return (await mailsTo(near, subject, 1))[0]?.shown ?? "";
  };
  await send(/Subject: Gone: 3 orders, \$180\.00/);
  await company.order("30.00", { identifier: cheap.identifier });
  await testServer.sql("delete from site_users where user_id = $1 and site_id = $2", [near.id, far.id]);
  const after = await send(/Subject: Gone: 1 order, \$70\.00/);
  expect(after).toMatch(new RegExp(`Gone since \\w+ \\d+: 2: ${cheap.identifier} and 1 more\\n`));
  expect(after).not.toContain(there.identifier);
  await testServer.call(updateView, {
    token: near.token,
    params: { list: "orders", id: view.id },
    body: { filters: { total_min: "20" } },
  });
  expect(await send(/Subject: Gone: 2 orders, \$100\.00/)).not.toContain(" since ");
  expect(
    (await change(near, id, { view: { ...VIEW, filters: { total_min: "60" } } })).body.view,
  ).toMatchObject({
    saved_view: null,
    filters: { total_min: "60" },
  });
  await company.order("80.00");
  expect(await send(/Subject: Gone: 2 orders, \$150\.00/)).not.toContain(" since ");
});

test("every report arrives as such, however many are due or sent by hand at once (REPT-004 partly)", async () => {
  const company = await openCompany();
  const { made, near } = company;
  const ids: number[] = [];
  for (let n = 1; n <= 23; n++) ids.push((await made(near, { name: `Many ${n}` })).id);
  for (const id of ids) await company.makeDue(id);
  await company.sweep();
  await mailsTo(near, /Subject: Many \d+: 0 orders/, ids.length);
  for (const id of ids) expect((await company.run(near, id)).status).toBe(200);
  await mailsTo(near, /Subject: Many \d+: 0 orders/, 2 * ids.length);
  expect(
    await testServer.sql("select from messages where user_id = $1 and state in ('held', 'gathered')", [
      near.id,
    ]),
  ).toEqual([]);
});

test("a report that was withdrawn is not sent, also if its worker ended before it noted that with the message (REPT-002 partly)", async () => {
  const company = await openCompany();
  const { made, near, companyId } = company;
  await company.order("10.00");
  const { id } = await made(near, { name: "Withdrawn" });
  mail.state.refusing = true;
  await company.makeDue(id);
  await company.sweep();
  await holdBack(companyId, 1);
  await testServer.sql("update report_runs set result = 'canceled' where report_id = $1", [id]);
  await sendWaiting(companyId);
  await eventually(async () =>
    expect(
      await testServer.sql("select state, last_error, body from messages where company_id = $1", [companyId]),
    ).toEqual([{ state: "failed", last_error: "withdrawn", body: "" }]),
  );
  expect(mail.received.filter(({ shown }) => shown.includes("Subject: Withdrawn"))).toEqual([]);
});

test("a report that is given up takes nothing away from a later one: what is new is told once (REPT-003 partly)", async () => {
  const company = await openCompany();
  const { made, near, companyId, runs } = company;
  const { id } = await made(near, { name: "Order of things" });
  const send = async () => {
    await company.order("10.00");
    await company.makeDue(id);
    await company.sweep();
  };
  const giveUpFirst = async () => {
    await testServer.sql(
      `update messages set state = 'failed' where id = (select min(message_id) from report_runs
         where report_id = $1 and result = 'waiting')`,
      [id],
    );
    await eventually(async () => {
      await company.sweep();
      expect((await runs(near, id)).filter(({ result }) => result === "failed")).not.toEqual([]);
    });
  };
  const newIn = async (orders: number) =>
    /New since \w+ \d+: (\d+)/.exec(
      (await mailsTo(near, new RegExp(`Subject: Order of things: ${orders} orders?,`), 1))[0]?.shown ?? "",
    )?.[1];
  await send();
  expect(await newIn(1)).toBeUndefined();
  // The second one waits while the third one arrives.
  mail.state.refusing = true;
  await send();
  await holdBack(companyId, 1);
  await testServer.sql(
    "update messages set next_attempt_at = now() + interval '1 hour' where company_id = $1 and state = 'waiting'",
    [companyId],
  );
  mail.state.refusing = false;
  await send();
  expect(await newIn(3)).toBe("1");
  await eventually(async () => {
    await company.sweep();
    expect((await runs(near, id))[0]?.result).toBe("sent");
  });
  await giveUpFirst();
  await send();
  expect(await newIn(4)).toBe("1");
  // Two wait, and the first of them is given up: the second one has what is new in both.
  await testServer.sql("delete from report_runs where report_id = $1 and result = 'failed'", [id]);
  mail.state.refusing = true;
  await send();
  await holdBack(companyId, 1);
  await send();
  await holdBack(companyId, 2);
  await giveUpFirst();
  await sendWaiting(companyId);
  expect(await newIn(6)).toBe("2");
});

test("a report whose message was deleted with its reader is no longer on its way", async () => {
  const company = await openCompany();
  const { made, admin, companyId, runs } = company;
  const gone = await company.person();
  const { id } = await made(gone, { name: "Gone with it" });
  mail.state.refusing = true;
  await company.makeDue(id);
  await company.sweep();
  await holdBack(companyId, 1);
  mail.state.refusing = false;
  await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
  await testServer.sql("delete from messages where user_id = $1", [gone.id]);
  await eventually(async () => {
    await company.sweep();
    expect((await runs(admin, id)).map(({ result }) => result)).toEqual(["no_account"]);
  });
});

test("what is due is sent even if earlier runs cannot be settled (REPT-004 partly)", async () => {
  const company = await openCompany();
  const { made, near } = company;
  const ids = [(await made(near, { name: "Unsettled" })).id, (await made(near, { name: "Due" })).id] as const;
  await company.makeDue(ids[0]);
  await company.sweep();
  await mailsTo(near, /Subject: Unsettled: 0 orders/, 1);
  await testServer.sql(
    "create function mcc.never_settled() returns trigger language plpgsql as $$ begin raise 'not settled'; end $$",
  );
  await testServer.sql(
    `create trigger never_settled before update of result on mcc.report_runs for each row
       when (new.report_id = ${ids[0]}) execute function mcc.never_settled()`,
  );
  await company.makeDue(ids[1]);
  await company.sweep();
  await mailsTo(near, /Subject: Due: 0 orders/, 1);
  await testServer.sql("drop function mcc.never_settled() cascade");
});

test("a report whose view is deleted has the same filters, so it still tells what is new (REPT-003 partly)", async () => {
  const company = await openCompany();
  const { made, near } = company;
  const params = { list: "orders" } as const;
  const { body: view } = await testServer.call(createView, {
    token: near.token,
    params,
    body: { name: "Mine", columns: ["total"], filters: { total_min: "1" } },
  });
  const { id } = await made(near, { name: "Kept", view: { ...VIEW, saved_view: view.id } });
  const send = async (subject: RegExp) => {
    await company.order("10.00");
    await company.makeDue(id);
    await company.sweep();
    return (await mailsTo(near, subject, 1))[0]?.shown ?? "";
  };
  await send(/Subject: Kept: 1 order,/);
  await testServer.call(deleteView, { token: near.token, params: { ...params, id: view.id } });
  expect(await send(/Subject: Kept: 2 orders,/)).toMatch(/New since \w+ \d+: 1/);
});

test("an e-mail that is refused for its content says nothing about the address, and the next one is compared with the last that arrived (REPT-003 partly, REPT-005 partly)", async () => {
  const company = await openCompany();
  const { made, near, find, runs } = company;
  const { id } = await made(near, { name: "Spam" });
  await company.order("10.00");
  await company.makeDue(id);
  await company.sweep();
  await mailsTo(near, /Subject: Spam: 1 order/, 1);
  const second = await company.order("20.00");
  mail.state.unwanted = near.email;
  await company.makeDue(id);
  await company.sweep();
  await eventually(async () => {
    await company.sweep();
    expect((await runs(near, id)).map(({ result }) => result)).toEqual(["failed", "sent"]);
  });
  mail.state.unwanted = "";
  expect((await find(near, id)).body).toMatchObject({
    state: "accepted",
    problem: null,
    last_run: { sent: 0, waiting: 0, not_sent: 1, detail: "Not sent" },
  });
  await company.makeDue(id);
  await company.sweep();
  const [next] = await mailsTo(near, /Subject: Spam: 2 orders/, 1);
  expect(next?.shown).toMatch(new RegExp(`New since \\w+ \\d+: 1: ${second.identifier}\\n`));
});

test("who declined or ended a report is invited again by being named again, and by nothing else (REPT-001 partly)", async () => {
  const { made, admin, near, away, change, accept, decline, find } = await openCompany();
  const { id } = await made(admin, { name: "Again", readers: [admin.id, near.id, away.id] });
  const invitations = (who: Person, count: number) =>
    mailsTo(who, /Subject: Ada Admin invites you to the report Again/, count);
  const states = async () =>
    Object.fromEntries((await find(admin, id)).body.readers.map((reader) => [reader.id, reader.state]));
  await invitations(near, 1);
  await decline(near, id);
  await accept(away, id);
  await decline(away, id);
  await change(admin, id, { name: "Again", readers: [admin.id] });
  expect(await states()).toEqual({ [admin.id]: "accepted", [near.id]: "declined", [away.id]: "ended" });
  await change(admin, id, { readers: [admin.id, near.id] });
  expect(await states()).toEqual({ [admin.id]: "accepted", [near.id]: "invited", [away.id]: "ended" });
  await invitations(near, 2);
  await invitations(away, 1);
  expect((await accept(near, id)).body.state).toBe("accepted");
});

test("who may no longer see the list gets words instead of the file, also by a link from before", async () => {
  const company = await openCompany();
  const { made, near, companyId } = company;
  const { id } = await made(near, { name: "Mine", view: { list: "pending", columns: ["identifier"] } });
  const ask = () => testServer.call(contract.reportFile, { token: near.token, params: { id } });
  const { link } = (await ask()).body;
  await testServer.sql("update company_configurations set has_order_approval = false where company_id = $1", [
    companyId,
  ]);
  expect(await ask()).toMatchObject({ status: 403, body: { code: "access.denied" } });
  const { pathname } = new URL(link);
  const page = await fetch(`${testServer.address}${pathname}`, { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([
    403,
    expect.stringContaining("You may no longer see this list"),
  ]);
  expect((await fetch(`${testServer.address}${pathname}`)).status).toBe(403);
  await testServer.call(contract.deleteReport, { token: near.token, params: { id } });
  const ended = await fetch(`${testServer.address}${pathname}`, { headers: { accept: "text/html" } });
  expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining("The report has ended")]);
});

test("a preview has the first ten rows, and the count and the sum of all", async () => {
  const company = await openCompany();
  for (let n = 1; n <= 12; n++) await company.order(`${n}.00`);
  const { body: preview } = await testServer.call(contract.previewReport, {
    token: company.near.token,
    body: { name: "Mine", view: VIEW, schedule: { every: "day", at: "07:00" } } as never,
  });
  expect(preview.subject).toBe("Mine: 12 orders, $78.00");
  expect(preview.html).toContain("The first 10 of 12 orders");
});

test("previews count among exports: a third one at once is refused, and each leaves its place (ABUS-003 partly)", async () => {
  const { near } = await openCompany();
  const preview = () =>
    testServer.call(contract.previewReport, {
      token: near.token,
      body: { name: "Mine", view: VIEW, schedule: { every: "day", at: "07:00" } } as never,
    });
  const { exports } = testServer.app.slots;
  const { platform } = testServer.services.database;
  const held = await platform.transaction().execute(async (db) => {
    // What reads orders waits.
    await sql`lock table orders in access exclusive mode`.execute(db);
    const both = [preview(), preview()];
    await eventually(() => expect(exports.taken).toBe(2));
    expect(await preview()).toMatchObject({ status: 429, body: { code: "export.running" } });
    return both;
  });
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  await eventually(() => expect(exports.taken).toBe(0));
});

test("who has no e-mail address gets nothing, and the run says so (REPT-002 partly)", async () => {
  const { made, near, companyId } = await openCompany();
  const { id } = await made(near, { name: "Silent" });
  const { services } = testServer;
  const data = { db: services.database.platform, companyId };
  const [report, reader] = [await findReport(data, id), await findReader(data, id, near.id)];
  if (!report || !reader) throw new Error("There is no such report.");
  const outcome = (email: string) =>
    outcomeFor(services, reportLists, companyId, report, { ...reader, email }, Date.now());
  // Each user has one, as the database sees to it: nothing but a change of that would let it happen.
  await expect(testServer.sql("update users set email = '' where id = $1", [near.id])).rejects.toThrow();
  expect(await outcome("")).toBe("no_email");
  expect(await outcome(near.email)).toMatchObject({ summary: { count: 0 } });
});
