import * as contract from "@mcc/contract/reports/reports.api.ts";
import { createView, deleteView, updateView } from "@mcc/contract/views/views.api.ts";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { openReportCompany, type Person, VIEW } from "../../testing/report-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

const openCompany = () => openReportCompany(testServer);

/** The reports that a person got by e-mail, the latest last. */
const mailsTo = async ({ email }: Person, subject: RegExp, count: number) =>
  eventually(() => {
    const found = mail.received.filter(({ to, shown }) => to === email && subject.test(shown));
    expect(found).toHaveLength(count);
    return found;
  });

/** Everybody who accepted gets the report of this moment; other planned moments of a report are not in the way. */
const makeDue = (id: number, ago = "1 minute") =>
  testServer.sql("update reports set next_run = now() - $2::interval where id = $1", [id, ago]);
const sweep = () => testServer.services.jobs.requestJob("sweep-reports", {}, "test");

test("a view becomes a report with its next moment in the company's time zone, in two formats (REPT-001)", async () => {
  const { made, create, near, find } = await openCompany();
  const report = await made(near, {
    view: { ...VIEW, ordering: "-total", filters: { status: ["Shipped"], orderDate_after: "last-7-days" } },
    schedule: { every: "week", weekday: 3, day: 9, at: "07:00" },
    format: "csv",
  });
  expect(report).toMatchObject({
    is_owner: true,
    state: "accepted",
    schedule: { every: "week", weekday: 3, day: null, at: "07:00" },
    time_zone: "America/Chicago",
    format: "csv",
    attach: false,
    paused: false,
    last_run: null,
    problem: null,
    readers: [{ id: near.id, name: "Nea Near", state: "accepted", is_self: true }],
    page: "/orders?status=Shipped&orderDate_after=last-7-days&ordering=-total&columns=identifier%2Csite%2CorderDate%2Ctotal&view=own",
  });
  const words = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Chicago",
    weekday: "long",
    hour: "numeric",
  }).format(new Date(report.next_run ?? 0));
  expect(words).toBe("Wednesday 7 AM");
  expect((await find(near, report.id)).body).toEqual(report);

  expect(await create(near, { name: "orders" })).toMatchObject({
    status: 400,
    body: { name: ["You already have a report with this name."] },
  });
  const refusals: [object, string][] = [
    [{ schedule: { every: "week", at: "07:00" } }, "schedule.weekday"],
    [{ schedule: { every: "month", at: "07:00" } }, "schedule.day"],
    [{ schedule: { every: "hour", at: "07:00" } }, "schedule.every"],
    [{ schedule: { every: "day", at: "7:00" } }, "schedule.at"],
    [{ view: { ...VIEW, filters: { nothing: "x" } } }, "view.filters"],
    [{ view: { ...VIEW, filters: { group_999: "x" } } }, "view.filters"],
    [{ view: { ...VIEW, list: "nothing" } }, "view.list"],
    [{ view: { ...VIEW, saved_view: 1 } }, "view.saved_view"],
    [{ readers: [] }, "readers"],
    [{ readers: [999_999] }, "readers"],
    [{ attach: true }, "attach"],
    [{ format: "pdf" }, "format"],
  ];
  for (const [body, field] of refusals) {
    const { status, body: refused } = await create(near, { name: "Refused", ...body });
    expect([status, Object.keys(refused)], JSON.stringify(body)).toEqual([400, [field]]);
  }
  expect((await create(near, { name: "Users", view: { list: "users", columns: ["name"] } })).status).toBe(
    403,
  );
});

test("a report follows a saved view, and keeps it when the view is deleted (REPT-001 partly)", async () => {
  const { made, near, find } = await openCompany();
  const { token } = near;
  const { body: view } = await testServer.call(createView, {
    token,
    params: { list: "orders" },
    body: { name: "Big", columns: ["total"], filters: { total_min: "100" } },
  });
  const { id } = await made(near, { view: { ...VIEW, saved_view: view.id } });
  const shown = async () => (await find(near, id)).body.view;
  const fields = { list: "orders", columns: ["total"], ordering: null, filters: { total_min: "100" } };
  expect(await shown()).toEqual({ ...fields, saved_view: { id: view.id, name: "Big" } });
  const params = { list: "orders", id: view.id } as const;
  await testServer.call(updateView, { token, params, body: { filters: { total_min: "500" } } });
  expect((await shown()).filters).toEqual({ total_min: "500" });
  expect((await testServer.call(deleteView, { token, params })).status).toBe(200);
  expect(await shown()).toEqual({ ...fields, filters: { total_min: "500" }, saved_view: null });
});

test("colleagues get an invitation, and the report once they accepted it; each gets what they may see at that moment (REPT-001, REPT-002 partly)", async () => {
  const company = await openCompany();
  const { made, admin, near, away, accept, decline, find, listed, runs, far } = company;
  const [here, there] = [await company.order("10.00"), await company.order("200.00", { site: far })];
  const { id } = await made(admin, { name: "Ours", readers: [admin.id, near.id, away.id] });
  const [invitation] = await mailsTo(near, /Subject: Ada Admin invites you to the report Ours/, 1);
  expect(invitation?.shown).toContain("Every day at 7:00 AM, Chicago time");
  expect((await find(near, id)).body).toMatchObject({
    is_owner: false,
    state: "invited",
    next_run: expect.any(String),
    readers: [{ id: near.id, state: "invited" }],
  });
  expect(await accept(near, id)).toMatchObject({ status: 200, body: { state: "accepted" } });

  await makeDue(id);
  await sweep();
  const [all] = await mailsTo(admin, /Subject: Ours: 2 orders, \$210\.00/, 1);
  expect(all?.shown).toContain(here.identifier);
  const [own] = await mailsTo(near, /Subject: Ours: 1 order, \$10\.00/, 1);
  expect(own?.shown).toContain(here.identifier);
  expect(own?.shown).not.toContain(there.identifier);
  await eventually(async () =>
    expect(
      (await runs(admin, id)).map(({ reader, rows, sum, by_hand }) => [reader.name, rows, sum, by_hand]),
    ).toEqual(
      expect.arrayContaining([
        ["Ada Admin", 2, "210.00", false],
        ["Nea Near", null, null, false],
      ]),
    ),
  );
  expect(await runs(near, id)).toMatchObject([{ reader: { name: "Nea Near" }, rows: 1, sum: "10.00" }]);
  await eventually(async () => {
    await sweep();
    expect((await find(admin, id)).body.last_run).toMatchObject({
      ...{ sent: 2, waiting: 0, not_sent: 0, detail: "Sent to 2 people" },
    });
  });
  // Nothing before the invitation is accepted, nothing after it is declined.
  expect(
    mail.received.filter(({ to, shown }) => to === away.email && shown.includes("Subject: Ours:")),
  ).toEqual([]);
  expect((await decline(away, id)).status).toBe(200);
  expect(await listed(away)).toEqual([]);
  expect((await find(away, id)).status).toBe(404);
  expect((await runs(admin, id)).some(({ reader }) => reader.id === away.id)).toBe(false);
});

test("who lost the site gets nothing of it; who lost the right, the account, the feature or the view gets nothing, and the run says so (REPT-002)", async () => {
  const company = await openCompany();
  const { made, admin, near, accept, runs, companyId } = company;
  await company.order("10.00");
  const second = await company.person({ admin: true, firstName: "Al", lastName: "So" });
  const users = { list: "users", columns: ["username", "name"] };
  const ofUsers = await made(admin, { name: "Users", view: users, readers: [admin.id, second.id] });
  await accept(second, ofUsers.id);
  const pending = await made(near, { name: "Pending", view: { list: "pending", columns: ["identifier"] } });
  const sites = await made(near, { name: "Mine" });
  const broken = await made(near, { name: "Broken" });
  const gone = await company.person({ firstName: "Gon", lastName: "E" });
  const ofGone = await made(gone, { name: "Gone" });
  const off = await company.person();
  const ofOff = await made(off, { name: "Off" });

  await testServer.sql("update users set is_company_admin = false where id = $1", [second.id]);
  await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
  await testServer.sql("update users set disabled_at = now() where id = $1", [off.id]);
  await testServer.sql("delete from site_users where user_id = $1", [near.id]);
  await testServer.sql("update company_configurations set has_order_approval = false where company_id = $1", [
    companyId,
  ]);
  await testServer.sql(`update reports set filters = '{"no_longer": "x"}' where id = $1`, [broken.id]);
  const all = [ofUsers, pending, sites, broken, ofGone, ofOff];
  for (const { id } of all) await makeDue(id);
  await sweep();
  const results = async (id: number) =>
    (await runs(admin, id)).map(({ reader, result }) => [reader.id, result]).sort();
  await eventually(async () => {
    // Messages are settled by the next sweep.
    await sweep();
    expect(await results(ofUsers.id)).toEqual(
      [
        [admin.id, "sent"],
        [second.id, "no_right"],
      ].sort(),
    );
    expect(await results(pending.id)).toEqual([[near.id, "no_right"]]);
    expect(await results(broken.id)).toEqual([[near.id, "view_invalid"]]);
    expect(await results(ofGone.id)).toEqual([[gone.id, "no_account"]]);
    expect(await results(ofOff.id)).toEqual([[off.id, "no_account"]]);
  });
  await mailsTo(near, /Subject: Mine: 0 orders, \$0\.00/, 1);
  for (const { email } of [second, gone, off])
    expect(
      mail.received.filter(({ to, shown }) => to === email && /Subject: (Users|Gone|Off):/.test(shown)),
    ).toEqual([]);
  const problem = async () => (await company.find(near, broken.id)).body.problem;
  expect(await problem()).toBe("A filter of the view no longer works: choose the view again.");
  // Another view is all that it takes, before any further run.
  expect((await company.change(near, broken.id, { view: VIEW })).body).toMatchObject({
    problem: null,
    last_run: { not_sent: 1 },
  });
  expect(await problem()).toBeNull();
});

test("with a required second factor, reports go to who has one or signs in with a provider (REPT-002 partly)", async () => {
  const { made, near, away, companyId } = await openCompany();
  await testServer.sql(
    `with connection as (
       insert into sso_connections (company_id, kind, name, enabled) values ($1, 'oidc', 'Directory', true) returning id)
     insert into sso_identities (company_id, connection_id, user_id, issuer, subject)
     select $1, id, $2, 'https://id.example.com', 'near' from connection`,
    [companyId, near.id],
  );
  const [ofNear, ofAway] = [await made(near), await made(away)];
  await testServer.sql("insert into security_policies (company_id, second_factor) values ($1, 'everybody')", [
    companyId,
  ]);
  const sendNow = async () => {
    for (const { id } of [ofNear, ofAway]) await makeDue(id);
    await sweep();
  };
  const results = async (id: number) => {
    await sweep(); // settles messages
    const found = await testServer.sql<{ result: string }>(
      "select result from report_runs where report_id = $1 order by id",
      [id],
    );
    return found.map(({ result }) => result);
  };
  await sendNow();
  await eventually(async () => {
    expect(await results(ofNear.id)).toEqual(["sent"]);
    expect(await results(ofAway.id)).toEqual(["no_account"]);
  });
  await testServer.sql("update sso_connections set enabled = false where company_id = $1", [companyId]);
  await sendNow();
  await eventually(async () => expect(await results(ofNear.id)).toEqual(["sent", "no_account"]));
});

test("a report whose view was mended has no problem anymore, for whoever gets it (REPT-005 partly)", async () => {
  const { made, admin, near, accept, find } = await openCompany();
  const { token } = admin;
  const { body: view } = await testServer.call(createView, {
    token,
    params: { list: "orders" },
    body: { name: "Shared", columns: ["total"], filters: {}, shared: true },
  });
  const { id } = await made(admin, { view: { ...VIEW, saved_view: view.id }, readers: [near.id] });
  await accept(near, id);
  const problems = async () =>
    [(await find(admin, id)).body, (await find(near, id)).body].map(({ problem }) => problem);
  expect(await problems()).toEqual([null, null]);
  await testServer.sql(`update list_views set filters = '{"group_999": ["x"]}' where id = $1`, [view.id]);
  const words = "A filter of the view no longer works: choose the view again.";
  expect(await problems()).toEqual([words, words]);
  await testServer.call(updateView, {
    token,
    params: { list: "orders", id: view.id },
    body: { filters: { total_min: "1" } },
  });
  expect(await problems()).toEqual([null, null]);
});

test("the e-mail has count, sum, what is new and gone, the first ten rows and a link; the file is attached only if the company allows it (REPT-003)", async () => {
  const company = await openCompany();
  const { made, admin, change } = company;
  const orders = [];
  for (let n = 1; n <= 12; n++) orders.push(await company.order(`${n}.00`));
  const { id } = await made(admin, {
    name: "All",
    view: { ...VIEW, ordering: "total", filters: { total_min: "1" } },
    format: "csv",
  });
  await makeDue(id);
  await sweep();
  const [first] = await mailsTo(admin, /Subject: All: 12 orders, \$78\.00/, 1);
  expect(first?.shown).toContain("The first 10 of 12 orders");
  expect(first?.shown).toContain(orders[9]?.identifier);
  expect(first?.shown).not.toContain(`- ${orders[10]?.identifier}`);
  expect(first?.shown).not.toContain("New since");
  expect(first?.shown).toContain("http://portal.test/?next=%2Forders%3Ftotal_min%3D1");
  expect(first?.shown).toContain(`http://portal.test/?next=%2Freports%3Ffile%3D${id}`);
  expect(first?.text).not.toContain("Content-Disposition: attachment");

  const allow = (attach_files: boolean) =>
    testServer.call(contract.updateReportSettings, { token: admin.token, body: { attach_files } });
  expect((await allow(true)).body).toMatchObject({ attach_files: true, time_zone: "America/Chicago" });
  expect((await change(admin, id, { attach: true })).status).toBe(200);
  const added = await company.order("100.00");
  await testServer.sql("delete from orders where company_id = $1 and identifier = $2", [
    company.companyId,
    orders[0]?.identifier,
  ]);
  await makeDue(id);
  await sweep();
  const [second] = await mailsTo(admin, /Subject: All: 12 orders, \$177\.00/, 1);
  expect(second?.shown).toMatch(new RegExp(`New since \\w+ \\d+: 1: ${added.identifier}\\n`));
  expect(second?.shown).toMatch(/Gone since \w+ \d+: 1\n/);
  expect(second?.text).toContain("Content-Disposition: attachment");
  expect(second?.text).toMatch(/filename="?All \d{4}-\d\d-\d\d\.csv"?/);
  const [, encoded = ""] =
    /Content-Type: text\/csv[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(second?.text ?? "") ?? [];
  const lines = Buffer.from(encoded, "base64").toString("utf8").split("\r\n");
  expect(lines[0]).toBe("\uFEFFOrder,Site,Order Date,Total");
  expect(lines).toHaveLength(14);
  expect(lines[12]).toMatch(
    new RegExp(`^${added.identifier},[^,]+,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,100\\.00$`),
  );

  await allow(false);
  await makeDue(id);
  await sweep();
  const all = await mailsTo(admin, /Subject: All: 12 orders, \$177\.00/, 2);
  expect(all[1]?.text).not.toContain("Content-Disposition: attachment");
  const stored = await testServer.sql("select id from messages where attachment is not null");
  expect(stored).toEqual([]);
});

test("a report is paused, resumed, changed, sent by hand and ended by its owner; company admins see, pause and end those of the company (REPT-005 partly)", async () => {
  const { made, admin, near, away, change, find, listed, run, runs } = await openCompany();
  const { id } = await made(near, { name: "Mine" });
  expect(await listed(admin)).toEqual([]);
  expect(await listed(admin, { all: "true" })).toEqual(["Mine"]);
  expect(
    (await testServer.call(contract.reports, { token: near.token, query: { all: "true" } })).status,
  ).toBe(403);
  for (const who of [away]) {
    expect((await find(who, id)).status).toBe(404);
    expect((await change(who, id, { paused: true })).status).toBe(404);
    expect((await run(who, id)).status).toBe(404);
  }
  expect(await change(admin, id, { name: "Theirs" })).toMatchObject({
    status: 403,
    body: { code: "report.not_owner" },
  });
  expect((await run(admin, id)).status).toBe(409);
  expect((await change(admin, id, { paused: true })).body).toMatchObject({ paused: true, next_run: null });
  await makeDue(id);
  await sweep();
  // What was missed while it was paused is not sent later.
  const { body: resumed } = await change(near, id, { paused: false });
  expect(Date.parse(resumed.next_run ?? "")).toBeGreaterThan(Date.now());
  expect(
    (await change(near, id, { name: "Renamed", schedule: { every: "month", day: 31, at: "23:30" } })).body,
  ).toMatchObject({
    name: "Renamed",
    schedule: { every: "month", weekday: null, day: 31, at: "23:30" },
  });

  const answers = await Promise.all([run(near, id), run(near, id)]);
  expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
    [200, "The report is on its way."],
    [200, "The report is on its way."],
  ]);
  await eventually(async () => expect((await runs(near, id)).length).toBeGreaterThan(0));
  expect((await runs(near, id)).every(({ by_hand }) => by_hand)).toBe(true);
  // Until the minute is over, nothing more comes, and the reply does not say so.
  const again = await run(near, id);
  const [latest] = await runs(near, id);
  const isSameMinute = Math.floor(Date.now() / 60_000) === Date.parse(latest?.planned_at ?? "") / 60_000;
  if (isSameMinute)
    expect(again.body.detail).toBe("The report ran a moment ago. It can run again in a minute.");
  const statuses: number[] = [];
  while (statuses.length < 30 && !statuses.includes(429)) {
    // As if each were in a minute of its own.
    await testServer.sql("delete from report_runs where report_id = $1", [id]);
    statuses.push((await run(near, id)).status);
  }
  expect(statuses).toContain(429);
  expect(await testServer.call(contract.deleteReport, { token: admin.token, params: { id } })).toMatchObject({
    status: 200,
    body: { detail: "Report deleted correctly" },
  });
  expect((await find(near, id)).status).toBe(404);
});

test("a report goes on without its owner; the company's list says so, and an admin who changes it becomes its owner (REPT-005 partly)", async () => {
  const { made, admin, near, away, accept, change, find, makeDue } = await openCompany();
  const { id } = await made(near, { name: "Left", readers: [near.id, away.id] });
  await accept(away, id);
  expect((await find(admin, id)).body).toMatchObject({ owner: { is_gone: false }, problem: null });
  await testServer.sql("update users set disabled_at = now() where id = $1", [near.id]);
  await makeDue(id);
  await sweep();
  await mailsTo(away, /Subject: Left: 0 orders/, 1);
  expect((await find(admin, id)).body).toMatchObject({
    ...{ owner: { id: near.id, is_gone: true }, is_owner: false },
    problem: "Nea Near can no longer sign in. Change the report to make it yours, or end it.",
  });
  expect((await find(away, id)).body.problem).toBeNull();
  expect((await change(away, id, { name: "Mine" })).status).toBe(403);
  // Pausing it takes nothing over.
  await change(admin, id, { paused: true });
  expect((await change(admin, id, { paused: false })).body.owner.id).toBe(near.id);
  // Who is gone no longer gets it, although the dialog still names them.
  const readers = [near.id, away.id, admin.id];
  expect((await change(admin, id, { name: "Kept", readers })).body).toMatchObject({
    ...{ name: "Kept", owner: { id: admin.id, is_gone: false }, is_owner: true, problem: null },
    readers: [
      { id: admin.id, state: "accepted" },
      { id: away.id, state: "accepted" },
    ],
  });
});

test("reports are listed with next and last run and result, run, paused, changed and ended; one click in the e-mail ends one for that reader, without signing in (REPT-005)", async () => {
  const company = await openCompany();
  const { made, admin, near, accept, decline, find, runs, listed, run, change } = company;
  const { id } = await made(admin, { name: "All", readers: [admin.id, near.id] });
  await accept(near, id);
  const row = async () => {
    const { results } = (await testServer.call(contract.reports, { token: admin.token })).body;
    return results.find((report) => report.id === id);
  };
  expect(await row()).toMatchObject({ next_run: expect.any(String), last_run: null, paused: false });
  expect((await change(admin, id, { paused: true })).status).toBe(200);
  expect(await row()).toMatchObject({ next_run: null, paused: true });
  expect((await change(admin, id, { paused: false, name: "Both" })).status).toBe(200);
  expect((await run(admin, id)).body.detail).toBe("The report is on its way.");
  await mailsTo(admin, /Subject: Both: 0 orders/, 1);
  await eventually(async () => {
    await sweep();
    expect(await row()).toMatchObject({
      ...{ name: "Both", next_run: expect.any(String), paused: false },
      last_run: { sent: 2, detail: "Sent to 2 people" },
    });
  });
  const [sent] = await mailsTo(near, /Subject: Both: 0 orders/, 1);
  const plain = sent?.text.replace(/\r\n[ \t]+/g, " ") ?? "";
  expect(plain).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const [, link = ""] =
    /^List-Unsubscribe: <(http:\/\/portal\.test\/end-report\/[\w.-]+)>/m.exec(plain) ?? [];
  const address = `${testServer.address}${new URL(link).pathname}`;
  // Mail scanners open links.
  const opened = await fetch(address);
  expect(await opened.text()).toContain("<h1>Stop the report Both?</h1>");
  expect((await find(near, id)).body.state).toBe("accepted");
  const ended = await fetch(address, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect([ended.status, await ended.text()]).toEqual([
    200,
    expect.stringContaining("You no longer get the report Both"),
  ]);
  const openedAgain = await (await fetch(address)).text();
  expect(openedAgain).toContain("<h1>You have already stopped the report Both</h1>");
  expect(openedAgain).not.toContain("<button>");
  expect((await fetch(address, { method: "POST" })).status).toBe(200);
  expect((await find(near, id)).body).toMatchObject({ state: "ended", next_run: null });
  expect((await find(admin, id)).body.readers.map(({ state }) => state)).toEqual(["accepted", "ended"]);
  await makeDue(id);
  await sweep();
  await eventually(async () => expect(await runs(admin, id)).toHaveLength(3));
  await mailsTo(near, /Subject: Both: 0 orders/, 1);
  // Who ended it still finds it, and can take that back or remove it from their list.
  expect(await listed(near)).toEqual(["Both"]);
  expect((await decline(near, id)).status).toBe(200);
  expect(await listed(near)).toEqual([]);
  expect((await find(admin, id)).body.readers.map(({ state }) => state)).toEqual(["accepted", "declined"]);
  expect((await accept(near, id)).body).toMatchObject({ state: "accepted", next_run: expect.any(String) });
  expect((await fetch(`${address}x`, { method: "POST" })).status).toBe(404);
  await testServer.sql("update users set email = $2 where id = $1", [near.id, `moved-${near.email}`]);
  expect((await fetch(address)).status).toBe(404);
  expect((await testServer.call(contract.deleteReport, { token: admin.token, params: { id } })).status).toBe(
    200,
  );
  expect(await row()).toBeUndefined();
});

test("a report that is planned and sent by hand within a minute was sent to one person, not to two (REPT-005 partly)", async () => {
  const { made, near, find, run, runs } = await openCompany();
  const { id } = await made(near, { name: "Twice" });
  await makeDue(id);
  await sweep();
  await run(near, id);
  await mailsTo(near, /Subject: Twice: 0 orders/, 2);
  await testServer.sql(
    "update report_runs set planned_at = date_trunc('minute', now()) where report_id = $1",
    [id],
  );
  await eventually(async () => {
    await sweep();
    expect((await runs(near, id)).map(({ result }) => result)).toEqual(["sent", "sent"]);
  });
  expect((await find(near, id)).body.last_run).toMatchObject({ sent: 1, detail: "Sent" });
});

test("a report to an address that the mail server refuses is paused for that reader, and its owner is notified (REPT-005 partly)", async () => {
  const { made, admin, near, accept, find } = await openCompany();
  const { id } = await made(admin, { name: "Bounced", readers: [near.id] });
  await accept(near, id);
  mail.state.unknown = near.email;
  await makeDue(id);
  await sweep();
  await eventually(async () => {
    await sweep();
    expect((await find(admin, id)).body).toMatchObject({
      readers: [{ id: near.id, state: "refused" }],
      problem: "The mail server refuses the e-mail address of Nea Near.",
      next_run: null,
    });
  });
  await mailsTo(admin, /Subject: The report Bounced does not reach Nea Near/, 1);
  expect((await find(near, id)).body.problem).toContain("refuses your e-mail address");
  mail.state.unknown = "";
  expect((await accept(near, id)).body.state).toBe("accepted");
});

test("the preview is the e-mail as it would be now, and the file has what its reader may see now", async () => {
  const company = await openCompany();
  const { made, admin, near, far } = company;
  const [here, there] = [await company.order("10.00"), await company.order("200.00", { site: far })];
  const body = { name: "<b>Mine</b>", view: VIEW, schedule: { every: "workday", at: "07:00" } } as const;
  const { body: preview } = await testServer.call(contract.previewReport, {
    token: near.token,
    body: body as never,
  });
  expect(preview.subject).toBe("<b>Mine</b>: 1 order, $10.00");
  expect(preview.html).toContain(here.identifier);
  expect(preview.html).toContain("&#60;b&#62;Mine");
  expect(preview.html).toContain("Every working day at 7:00 AM, Chicago time");
  expect(preview.next_runs).toHaveLength(3);

  const { id } = await made(admin, { name: "Shared", readers: [admin.id, near.id], format: "csv" });
  const fileFor = async (who: Person) => {
    const { body: answer } = await testServer.call(contract.reportFile, { token: who.token, params: { id } });
    return fetch(`${testServer.address}${new URL(answer.link).pathname}`);
  };
  const file = await fileFor(near);
  expect(file.headers.get("content-disposition")).toMatch(
    /^attachment; filename="Shared \d{4}-\d\d-\d\d\.csv"/,
  );
  const text = await file.text();
  expect(text).toContain(here.identifier);
  expect(text).not.toContain(there.identifier);
  expect(await (await fileFor(admin)).text()).toContain(there.identifier);
  await company.change(admin, id, { format: "xlsx" });
  const bytes = new Uint8Array(await (await fileFor(near)).arrayBuffer());
  expect(String.fromCharCode(...bytes.slice(0, 2))).toBe("PK");
  expect((await fetch(`${testServer.address}/report-files/x.y.z`)).status).toBe(404);
});
