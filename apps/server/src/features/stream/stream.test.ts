import { updateCompanyConfiguration } from "@mcc/contract/company/company.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openChanges } from "../../platform/changes.ts";
import { makeStreams } from "../../platform/streams.ts";
import { type Office, openOffice } from "../../testing/approvals.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { addPerson } from "../../testing/people.ts";
import { listenTo } from "../../testing/streams.ts";

let house: House;
let office: Office;
let roleId: number;

beforeAll(async () => {
  house = await openHouse();
  office = await openOffice(house);
  roleId = await office.role("Finance");
  await office.rule({ roleId, limit: 0 });
});

const SECOND = 1_000;
const within = async (limit: number, work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await work();
  expect(performance.now() - began).toBeLessThan(limit);
};

/** Announces something nobody listens to, and hears it at the end: what came before it has come. */
const settled = async (stream: Awaited<ReturnType<typeof listenTo>>, count: number) => {
  house.platform.changes.announce({ kind: "approvals", companyId: office.companyId, siteIds: "all" });
  await stream.hears(count);
};

describe("the event stream", () => {
  test("says that it is open, and then within a second what changed", async () => {
    const viewer = await office.person({ roleId });
    const stream = await listenTo(house, viewer.token);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("cache-control")).toBe("no-store");
    await stream.hears(1);
    expect(stream.heard).toEqual(["ready"]);
    const { identifier } = await office.order("10.00");
    await within(SECOND, () => stream.hears(2));
    await within(SECOND, async () => {
      await office.approve(viewer.token, identifier);
      await stream.hears(3);
    });
    expect(stream.heard).toEqual(["ready", "approvals", "approvals"]);
  });

  test("says nothing of hidden sites and other companies (SEC-003)", async () => {
    const elsewhere = await openOffice(house);
    await elsewhere.rule({ roleId: await elsewhere.role(), limit: 0 });
    const hidden = await office.addSite();
    const { token } = await office.person({ roleId });
    const admin = await office.person({ admin: true });
    const [stream, all] = [await listenTo(house, token), await listenTo(house, admin.token)];
    await elsewhere.order("10.00");
    await office.order("10.00", { site: hidden });
    await all.hears(2);
    expect(stream.heard).toEqual(["ready"]);
    await settled(stream, 2);
    expect(stream.heard).toEqual(["ready", "approvals"]);
  });

  test("tells everybody of the company that approvals were switched, while they are off too (CONF-041)", async () => {
    const elsewhere = await openOffice(house);
    const admin = await elsewhere.person({ admin: true });
    const stream = await listenTo(house, (await elsewhere.person({ sites: [] })).token);
    const stranger = await listenTo(house, (await office.person({ admin: true })).token);
    const turn = (has_order_approval: boolean) =>
      house.call(updateCompanyConfiguration, {
        token: admin.token,
        params: { id: elsewhere.companyId },
        body: { has_order_approval },
      });
    expect((await turn(false)).status).toBe(200);
    await within(SECOND, () => stream.hears(2));
    const late = await listenTo(house, (await elsewhere.person({ sites: [] })).token);
    expect((await turn(true)).status).toBe(200);
    await within(SECOND, () => late.hears(2));
    await stream.hears(3);
    expect(stream.heard).toEqual(["ready", "rules", "rules"]);
    expect(late.heard).toEqual(["ready", "rules"]);
    await settled(stranger, 2);
    expect(stranger.heard).toEqual(["ready", "approvals"]);
  });

  test("reaches viewers whichever process the change happened in", async () => {
    const stream = await listenTo(house, (await office.person()).token);
    const { database, log } = house.platform;
    const other = openChanges(database, log);
    other.announce({ kind: "approvals", companyId: office.companyId, siteIds: [office.site.id] });
    await within(SECOND, () => stream.hears(2));
    await other.stop();
  });

  test("tells many changes together, and never loses the last", async () => {
    const stream = await listenTo(house, (await office.person()).token);
    await stream.hears(1);
    for (let n = 0; n < 60; n++) {
      house.platform.changes.announce({
        kind: "approvals",
        companyId: office.companyId,
        siteIds: [office.site.id],
      });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await stream.hears(3);
    expect(stream.heard.length).toBeLessThanOrEqual(4);
  });

  test("ends when the person signs out, and stays for the others", async () => {
    const [leaving, staying] = [await office.person(), await office.person()];
    const streams = [await listenTo(house, leaving.token), await listenTo(house, staying.token)] as const;
    await house.call(signOut, { token: leaving.token });
    await within(SECOND, async () => expect(await streams[0].ended).toBe("ended"));
    expect((await listenTo(house, leaving.token)).status).toBe(401);
    house.platform.changes.announce({ kind: "approvals", companyId: office.companyId, siteIds: "all" });
    await streams[1].hears(2);
  });

  test("is for people of a company, so many at once and no more", async () => {
    expect((await listenTo(house, "broken")).status).toBe(401);
    const { token } = await office.person();
    const streams = [];
    for (let n = 0; n < 8; n++) streams.push(await listenTo(house, token));
    const refused = await listenTo(house, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    streams[0]?.close();
    await vi.waitFor(async () => expect((await listenTo(house, token)).status).toBe(200), { timeout: 5_000 });
    const head = await fetch(`${house.address}/api/alerts/stream/`, {
      method: "HEAD",
      headers: { authorization: `JWT ${token}` },
    });
    expect(head.status).toBe(404);
  });

  test("comes back after the database cut it off, and says that something may have been missed", async () => {
    const stream = await listenTo(house, (await office.person()).token);
    await stream.hears(1);
    await house.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mcc_changes' and datname = current_database()",
    );
    await stream.hears(3);
    expect(stream.heard).toEqual(["ready", "approvals", "rules"]);
    house.platform.changes.announce({ kind: "approvals", companyId: office.companyId, siteIds: "all" });
    await stream.hears(4);
  });

  test("ends with the process, at once", async () => {
    const going = await openHouse();
    const theirs = await openOffice(going);
    const stream = await listenTo(going, (await theirs.person()).token);
    await stream.hears(1);
    await within(SECOND, async () => {
      await going.app.close();
      expect(await stream.ended).toBe("ended");
    });
  });
});

describe("at every heartbeat", () => {
  /** Streams with a quick heart, read without HTTP around them. */
  const openQuick = async (heartbeat = 20) => {
    const { database, changes, log } = house.platform;
    const streams = makeStreams(database, changes, log, heartbeat);
    const { id } = await addPerson(house, office.companyId);
    await office.assign(id, office.site.id);
    const [session] = await house.sql<{ id: string }>(
      "insert into sessions (user_id, expires_at) values ($1, now() + interval '1 hour') returning id",
      [id],
    );
    const sessionId = session?.id ?? "";
    const output = await streams.open({
      who: { id } as never,
      companyId: office.companyId,
      siteIds: [office.site.id],
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
    await vi.waitFor(() => expect(text.match(/: still here/g)?.length).toBeGreaterThan(2));
    const ended = new Promise((resolve) => output.once("end", resolve));
    await house.sql("update sessions set expires_at = now() where id = $1", [sessionId]);
    await ended;
  });

  test("what somebody may see is looked up again", async () => {
    const { output, userId } = await openQuick();
    let text = "";
    output.on("data", (chunk) => {
      text += chunk;
    });
    await house.sql("delete from site_users where user_id = $1", [userId]);
    const beats = () => text.match(/: still here/g)?.length ?? 0;
    const later = beats() + 3;
    await vi.waitFor(() => expect(beats()).toBeGreaterThan(later), { timeout: 5_000 });
    const witness = await listenTo(house, (await office.person()).token);
    house.platform.changes.announce({
      kind: "approvals",
      companyId: office.companyId,
      siteIds: [office.site.id],
    });
    await witness.hears(2);
    expect(text).not.toContain("approvals");
    output.destroy();
  });

  test("a reader who reads nothing is cut off", async () => {
    const { output } = await openQuick(1);
    const closed = new Promise((resolve) => output.once("close", resolve));
    await closed;
    expect(output.destroyed).toBe(true);
  }, 30_000);
});
