import { STREAM_ALERTS } from "@mcc/contract/stream/stream.schema.ts";
import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { toSignInState } from "../../platform/access/sign-in-state.ts";
import { openChangeFeed } from "../../platform/live/change-feed.ts";
import { makeEventStreams } from "../../platform/live/event-streams.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: ApprovalCompany;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await setUpApprovalCompany(testServer);
});

let written = 0;
/** Alerts of a user at a site, written as the trigger engine writes them, not announced. */
const writeAlerts = async (
  userId: number,
  contents: readonly string[],
  { of = company, siteId = of.site.id }: { of?: ApprovalCompany; siteId?: number } = {},
): Promise<number[]> => {
  const rows = await testServer.sql<{ id: string }>(
    `insert into alerts (company_id, site_id, user_id, content, fired_for)
     select $1, $2, $3, content, $5 || position
     from unnest($4::text[]) with ordinality as given (content, position)
     order by position
     returning id`,
    [of.companyId, siteId, userId, contents, `test ${++written}/`],
  );
  return rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
};
const announce = (alertIds: readonly number[], of = company) =>
  testServer.services.changes.announce({ kind: "alert", companyId: of.companyId, alertIds });
const texts = (count: number) => Array.from({ length: count }, (_, n) => `Alert ${n + 1}`);

describe("a new alert", () => {
  test("reaches the open pages of its user in every process, with its id and content (ALERT-040)", async () => {
    const { id: userId, token } = await company.person();
    const pages = [await openEventStream(testServer, token), await openEventStream(testServer, token)];
    const { database, log } = testServer.services;
    const otherProcess = openChangeFeed(database, log);
    const [id = 0] = await writeAlerts(userId, ["Order A-7 was placed\nat “Rig 5”"]);
    otherProcess.announce({ kind: "alert", companyId: company.companyId, alertIds: [id] });
    for (const page of pages) {
      await page.hearsAlerts(1);
      expect(page.alerts).toEqual([{ eventId: String(id), content: "Order A-7 was placed\nat “Rig 5”" }]);
      await page.hears(3);
      expect(page.received).toEqual(["ready", "alert", "alerts"]);
    }
    await otherProcess.stop();
  });

  test("is not sent to colleagues, admins and other companies; lists of admins are refreshed (SEC-003)", async () => {
    const [owner, colleague, admin] = [
      await company.person(),
      await company.person(),
      await company.person({ admin: true }),
    ];
    const elsewhere = await setUpApprovalCompany(testServer);
    const outsider = await elsewhere.person({ admin: true });
    const open = async ({ token }: { token: string }) => openEventStream(testServer, token);
    const [own, theirs, admins, outside] = [
      await open(owner),
      await open(colleague),
      await open(admin),
      await open(outsider),
    ];
    const ids = await writeAlerts(owner.id, ["One"]);
    announce(ids);
    // Another company's announcement that names the same alert.
    announce(ids, elsewhere);
    await own.hearsAlerts(1);
    await admins.hears(2);
    await outside.hears(2);
    const last = await writeAlerts(colleague.id, ["Two"]);
    announce(last);
    await theirs.hearsAlerts(1);
    expect(theirs.alerts.map(({ content }) => content)).toEqual(["Two"]);
    expect(admins.received.filter((kind) => kind === "alert")).toEqual([]);
    expect(outside.received).toEqual(["ready", "alerts"]);
  });

  test("at a site that its user no longer sees is not sent (SEC-003)", async () => {
    const hidden = await company.addSite();
    const { id, token } = await company.person();
    const [lost = 0] = await writeAlerts(id, ["Hidden"], { siteId: hidden.id });
    const resumed = await openEventStream(testServer, token, lost - 1);
    const ids = [
      ...(await writeAlerts(id, ["Hidden too"], { siteId: hidden.id })),
      ...(await writeAlerts(id, ["Visible"])),
    ];
    announce(ids);
    await resumed.hearsAlerts(1);
    expect(resumed.alerts.map(({ content }) => content)).toEqual(["Visible"]);
  });
});

describe("a page that reconnects", () => {
  test("receives what it has missed, oldest first, and nothing twice", async () => {
    const { id, token } = await company.person();
    const ids = await writeAlerts(id, ["First", "Second", "Third"]);
    const page = await openEventStream(testServer, token, ids[0]);
    await page.hearsAlerts(2);
    announce(ids.slice(1));
    const more = await writeAlerts(id, ["Fourth"]);
    announce(more);
    await page.hearsAlerts(3);
    expect(page.alerts).toEqual([
      { eventId: String(ids[1]), content: "Second" },
      { eventId: String(ids[2]), content: "Third" },
      { eventId: String(more[0]), content: "Fourth" },
    ]);
    expect(page.received[0]).toBe("ready");
  });

  test("does not receive what its user has read elsewhere meanwhile", async () => {
    const { id, token } = await company.person();
    const [read = 0] = await writeAlerts(id, ["Read in another tab", "Unread"]);
    await testServer.sql("update alerts set read_at = now() where id = $1", [read]);
    const page = await openEventStream(testServer, token, read - 1);
    await page.hearsAlerts(1);
    expect(page.alerts.map(({ content }) => content)).toEqual(["Unread"]);
  });

  test("receives the newest ones only, after a long time", async () => {
    const { id, token } = await company.person();
    const ids = await writeAlerts(id, texts(STREAM_ALERTS + 10));
    const page = await openEventStream(testServer, token, 0);
    await page.hearsAlerts(STREAM_ALERTS);
    expect(page.alerts.map(({ eventId }) => Number(eventId))).toEqual(ids.slice(10));
  });

  test.each(["", "latest", "-1", "1e3", "9".repeat(40)])(
    "with %j as the last event is a new page: it receives no old alerts",
    async (lastEventId) => {
      const { id, token } = await company.person();
      await writeAlerts(id, ["Old"]);
      const page = await openEventStream(testServer, token, lastEventId);
      expect(page.status).toBe(200);
      announce(await writeAlerts(id, ["New"]));
      await page.hearsAlerts(1);
      expect(page.alerts.map(({ content }) => content)).toEqual(["New"]);
    },
  );
});

describe("many alerts", () => {
  test("of several users in one announcement are read by one statement, the newest of each", async () => {
    const people = [await company.person(), await company.person(), await company.person()];
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { database, log } = testServer.services;
    const changes = openChangeFeed(database, log);
    const counted = { ...database, platform: database.platform.withPlugin(counting) };
    const streams = makeEventStreams(counted, changes, log);
    const received = await Promise.all(
      people.map(async ({ id }) => {
        const output = await streams.open({
          delegations: [],
          signIn: toSignInState({}),
          who: { id, is_company_admin: false } as never,
          companyId: company.companyId,
          siteIds: "all",
          sessionId: "",
        });
        const seen = { text: "" };
        output.on("data", (chunk) => {
          seen.text += chunk;
        });
        return seen;
      }),
    );
    statements = 0;
    const ids = [];
    for (const { id } of people) ids.push(...(await writeAlerts(id, texts(300))));
    changes.announce({ kind: "alert", companyId: company.companyId, alertIds: ids.slice(0, 400) });
    const heard = () => received.map(({ text }) => text.match(/event: alert\n/g)?.length ?? 0);
    await eventually(() => expect(heard()).toEqual([STREAM_ALERTS, STREAM_ALERTS, 0]));
    expect(statements).toBe(1);
    changes.announce({ kind: "alert", companyId: company.companyId, alertIds: ids.slice(400) });
    await eventually(() => expect(heard()[2]).toBeGreaterThan(0));
    streams.close();
    await changes.stop();
  });
});

describe("an alert whose announcement was lost", () => {
  test("is sent with the next heartbeat", async () => {
    const { id, token } = await company.person();
    const { database, changes, log } = testServer.services;
    const [session] = await testServer.sql<{ id: string }>("select id from sessions where user_id = $1", [
      id,
    ]);
    expect(token).toBeTruthy();
    const streams = makeEventStreams(database, changes, log, 20);
    const output = await streams.open({
      delegations: [],
      signIn: toSignInState({}),
      who: { id, is_company_admin: false } as never,
      companyId: company.companyId,
      siteIds: [company.site.id],
      sessionId: session?.id ?? "",
    });
    let text = "";
    output.on("data", (chunk) => {
      text += chunk;
    });
    const [alertId] = await writeAlerts(id, ["Quiet"]);
    await eventually(() => expect(text).toContain(`id: ${alertId}\nevent: alert\n`));
    streams.close();
  });

  test("is sent when the listening connection is back", async () => {
    const { id, token } = await company.person();
    const page = await openEventStream(testServer, token);
    await page.hears(1);
    await writeAlerts(id, ["Lost"]);
    await testServer.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mcc_changes' and datname = current_database()",
    );
    await page.hearsAlerts(1);
    expect(page.alerts.map(({ content }) => content)).toEqual(["Lost"]);
  });
});

test("a page that reads too slowly is cut off, and misses nothing when it reconnects", async () => {
  const { id, token } = await company.person();
  const { database, changes, log } = testServer.services;
  const streams = makeEventStreams(database, changes, log);
  const output = await streams.open({
    delegations: [],
    signIn: toSignInState({}),
    who: { id, is_company_admin: false } as never,
    companyId: company.companyId,
    siteIds: "all",
    sessionId: "",
  });
  const closed = new Promise((resolve) => output.once("close", resolve));
  const ids: number[] = [];
  // Nobody reads: the first ones wait in memory, up to a limit.
  while (!output.destroyed) {
    const more = await writeAlerts(id, ["🛢".repeat(1_000)]);
    ids.push(...more);
    const before = output.readableLength;
    announce(more);
    await eventually(() => expect(output.destroyed || output.readableLength > before).toBe(true));
    expect(output.readableLength).toBeLessThan(20_000);
  }
  await closed;
  expect(ids.length).toBeLessThan(STREAM_ALERTS);
  const page = await openEventStream(testServer, token, (ids[0] ?? 0) - 1);
  await page.hearsAlerts(ids.length);
  expect(page.alerts.map(({ eventId }) => Number(eventId))).toEqual(ids);
  // A text is as long as a toast can show.
  expect(page.alerts[0]?.content).toBe("🛢".repeat(500));
});
