import { updateCompanyConfiguration } from "@mcc/contract/company-settings/company-settings.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { toSignInState } from "../../platform/access/sign-in-state.ts";
import { openChangeFeed } from "../../platform/live/change-feed.ts";
import { makeEventStreams } from "../../platform/live/event-streams.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { addPerson } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let approvalCompany: ApprovalCompany;
let roleId: number;

beforeAll(async () => {
  testServer = await startTestServer();
  approvalCompany = await setUpApprovalCompany(testServer);
  roleId = await approvalCompany.role("Finance");
  await approvalCompany.rule({ roleId, limit: 0 });
});

/** Sends a change without subscribers and waits for it: all earlier ones have then arrived. */
const settled = async (stream: Awaited<ReturnType<typeof openEventStream>>, count: number) => {
  testServer.services.changes.announce({
    kind: "approvals",
    companyId: approvalCompany.companyId,
    siteIds: "all",
  });
  await stream.hears(count);
};

describe("the event stream", () => {
  test("reports that it is open, and then each change", async () => {
    const approver = await approvalCompany.person({ roleId });
    const stream = await openEventStream(testServer, approver.token);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("cache-control")).toBe("no-store");
    await stream.hears(1);
    expect(stream.received).toEqual(["ready"]);
    const { identifier } = await approvalCompany.order("10.00");
    await stream.hears(3);
    await approvalCompany.approve(approver.token, identifier);
    await stream.hears(4);
    expect(stream.received).toEqual(["ready", "orders", "approvals", "approvals"]);
  });

  test("reports nothing about hidden sites and other companies (SEC-003)", async () => {
    const elsewhere = await setUpApprovalCompany(testServer);
    await elsewhere.rule({ roleId: await elsewhere.role(), limit: 0 });
    const hidden = await approvalCompany.addSite();
    const { token } = await approvalCompany.person({ roleId });
    const admin = await approvalCompany.person({ admin: true });
    const [stream, all] = [
      await openEventStream(testServer, token),
      await openEventStream(testServer, admin.token),
    ];
    await elsewhere.order("10.00");
    await approvalCompany.order("10.00", { site: hidden });
    await all.hears(2);
    expect(stream.received).toEqual(["ready"]);
    await settled(stream, 2);
    expect(stream.received).toEqual(["ready", "approvals"]);
  });

  test("notifies every user of the company that approvals were switched, also while they are off (CONF-041)", async () => {
    const elsewhere = await setUpApprovalCompany(testServer);
    const admin = await elsewhere.person({ admin: true });
    const stream = await openEventStream(testServer, (await elsewhere.person({ sites: [] })).token);
    const outsider = await openEventStream(testServer, (await approvalCompany.person({ admin: true })).token);
    const turn = (has_order_approval: boolean) =>
      testServer.call(updateCompanyConfiguration, {
        token: admin.token,
        params: { id: elsewhere.companyId },
        body: { has_order_approval },
      });
    expect((await turn(false)).status).toBe(200);
    await stream.hears(2);
    const late = await openEventStream(testServer, (await elsewhere.person({ sites: [] })).token);
    expect((await turn(true)).status).toBe(200);
    await late.hears(2);
    await stream.hears(3);
    expect(stream.received).toEqual(["ready", "rules", "rules"]);
    expect(late.received).toEqual(["ready", "rules"]);
    await settled(outsider, 2);
    expect(outsider.received).toEqual(["ready", "approvals"]);
  });

  test("reaches the streams of every process, whichever process made the change", async () => {
    const stream = await openEventStream(testServer, (await approvalCompany.person()).token);
    const { database, log } = testServer.services;
    const other = openChangeFeed(database, log);
    other.announce({
      kind: "approvals",
      companyId: approvalCompany.companyId,
      siteIds: [approvalCompany.site.id],
    });
    await stream.hears(2);
    await other.stop();
  });

  test("combines many changes, and never loses the last", async () => {
    const stream = await openEventStream(testServer, (await approvalCompany.person()).token);
    await stream.hears(1);
    for (let n = 0; n < 60; n++) {
      testServer.services.changes.announce({
        kind: "approvals",
        companyId: approvalCompany.companyId,
        siteIds: [approvalCompany.site.id],
      });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await stream.hears(3);
    expect(stream.received.length).toBeLessThanOrEqual(4);
  });

  test("ends when the user signs out, and stays open for the others", async () => {
    const [leaving, staying] = [await approvalCompany.person(), await approvalCompany.person()];
    const streams = [
      await openEventStream(testServer, leaving.token),
      await openEventStream(testServer, staying.token),
    ] as const;
    await testServer.call(signOut, { token: leaving.token });
    expect(await streams[0].ended).toBe("ended");
    expect((await openEventStream(testServer, leaving.token)).status).toBe(401);
    testServer.services.changes.announce({
      kind: "approvals",
      companyId: approvalCompany.companyId,
      siteIds: "all",
    });
    await streams[1].hears(2);
  });

  test("is for users of a company, up to a limit at once", async () => {
    expect((await openEventStream(testServer, "broken")).status).toBe(401);
    const { token } = await approvalCompany.person();
    const streams = [];
    for (let n = 0; n < 8; n++) streams.push(await openEventStream(testServer, token));
    const refused = await openEventStream(testServer, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    streams[0]?.close();
    await eventually(async () => expect((await openEventStream(testServer, token)).status).toBe(200));
    const head = await fetch(`${testServer.address}/api/alerts/stream/`, {
      method: "HEAD",
      headers: { authorization: `JWT ${token}` },
    });
    // Another endpoint responds: nobody would read a stream.
    expect(head.headers.get("content-type")).not.toBe("text/event-stream");
  });

  test("recovers after a lost database connection, and reports that changes may have been missed", async () => {
    const stream = await openEventStream(testServer, (await approvalCompany.person()).token);
    await stream.hears(1);
    await testServer.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mcc_changes' and datname = current_database()",
    );
    await stream.hears(10);
    expect(stream.received).toEqual([
      ...[
        "ready",
        "approvals",
        "orders",
        "rules",
        "sites",
        "alerts",
        "budgets",
        "users",
        "company",
        "access",
      ],
    ]);
    testServer.services.changes.announce({
      kind: "approvals",
      companyId: approvalCompany.companyId,
      siteIds: "all",
    });
    await stream.hears(10);
  });

  test("ends with the process, at once", async () => {
    const going = await startTestServer();
    const theirs = await setUpApprovalCompany(going);
    const stream = await openEventStream(going, (await theirs.person()).token);
    await stream.hears(1);
    await going.app.close();
    expect(await stream.ended).toBe("ended");
  });
});

describe("at every heartbeat", () => {
  /** Streams with a quick heart, read without HTTP around them. */
  const openQuick = async (heartbeat = 20) => {
    const { database, changes, log } = testServer.services;
    const streams = makeEventStreams(database, changes, log, heartbeat);
    const { id } = await addPerson(testServer, approvalCompany.companyId);
    await approvalCompany.assign(id, approvalCompany.site.id);
    const [session] = await testServer.sql<{ id: string }>(
      "insert into sessions (user_id, expires_at) values ($1, now() + interval '1 hour') returning id",
      [id],
    );
    const sessionId = session?.id ?? "";
    const output = await streams.open({
      delegations: [],
      signIn: toSignInState({}),
      who: { id } as never,
      companyId: approvalCompany.companyId,
      siteIds: [approvalCompany.site.id],
      sessionId,
    });
    return { output, sessionId, userId: id };
  };

  test("a session that has expired ends its stream", async () => {
    const { output, sessionId } = await openQuick();
    let text = "";
    output.on("data", (chunk) => {
      text += chunk;
    });
    await eventually(() => expect(text.match(/: still here/g)?.length).toBeGreaterThan(2));
    const ended = new Promise((resolve) => output.once("end", resolve));
    await testServer.sql("update sessions set expires_at = now() where id = $1", [sessionId]);
    await ended;
  });

  test("the sites a user may see are read again", async () => {
    const { output, userId } = await openQuick();
    let text = "";
    output.on("data", (chunk) => {
      text += chunk;
    });
    await testServer.sql("delete from site_users where user_id = $1", [userId]);
    const beats = () => text.match(/: still here/g)?.length ?? 0;
    const later = beats() + 3;
    await eventually(() => expect(beats()).toBeGreaterThan(later));
    const witness = await openEventStream(testServer, (await approvalCompany.person()).token);
    testServer.services.changes.announce({
      kind: "approvals",
      companyId: approvalCompany.companyId,
      siteIds: [approvalCompany.site.id],
    });
    await witness.hears(2);
    expect(text).not.toContain("approvals");
    output.destroy();
  });

  test("a client that reads nothing is disconnected", async () => {
    const { output } = await openQuick(1);
    const closed = new Promise((resolve) => output.once("close", resolve));
    await closed;
    expect(output.destroyed).toBe(true);
  });
});
