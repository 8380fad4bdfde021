import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Every order needs a site manager, and finance from $5,000. */
const openDesk = async () => {
  const company = await setUpApprovalCompany(testServer);
  const [siteRole, finance] = [await company.role("Site"), await company.role("Finance")];
  await company.rule({ roleId: siteRole, limit: 0 });
  await company.rule({ roleId: finance, limit: 5000 });
  const elsewhere = await company.addSite();
  return {
    ...company,
    elsewhere,
    siteRole,
    sam: await company.person({ roleId: siteRole, firstName: "Sam", lastName: "Site" }),
    fay: await company.person({ roleId: finance, sites: [company.site, elsewhere] }),
    admin: await company.person({ admin: true }),
  };
};
type Desk = Awaited<ReturnType<typeof openDesk>>;

const PATIENCE = { timeout: 30_000, interval: 50 };

/** After every new or changed order of the company was compared with the others. */
const allCompared = ({ companyId }: Desk) =>
  vi.waitFor(async () => {
    const open =
      "select from order_arrivals where company_id = $1 union all select from warning_checks where company_id = $1";
    expect(await testServer.sql(open, [companyId])).toHaveLength(0);
    const running =
      "select from pgboss.job where name in ('fire-triggers', 'find-warnings') and state in ('created', 'active') and data->>'companyId' = $1";
    expect(await testServer.sql(running, [String(companyId)])).toHaveLength(0);
  }, PATIENCE);

const item = (product: string, quantity: number, price: string) => ({
  product,
  text: product,
  sku: product,
  quantity,
  base_unit_price_value: price,
});

let made = 0;
/** An order whose item no other order has. */
const place = (
  desk: Desk,
  total: string,
  { lines, site, ...fields }: { lines?: object[]; site?: Desk["site"] } & Record<string, unknown> = {},
) => desk.order(total, { site, fields, lines: lines ?? [item(`Only ${++made}`, 1, total)] });

const warningsOf = async (desk: Desk, identifier: string, token = desk.admin.token) =>
  (await desk.look(token, identifier)).body.warnings;
const kindsOf = async (desk: Desk, identifier: string) =>
  (await warningsOf(desk, identifier)).map(({ kind, orders }) => [kind, [...orders].sort()]);

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

describe("a likely split", () => {
  test("is several orders of one person within 24 hours, each below a limit that their sum reaches (WARN-001 partly)", async () => {
    const desk = await openDesk();
    const by = { ordered_by: "Dana Whitfield" };
    const first = await place(desk, "3000.00", { ...by, order_date: hoursAgo(20) });
    const elsewhere = await place(desk, "2000.00", { ...by, site: desk.elsewhere, order_date: hoursAgo(1) });
    const others = await place(desk, "4900.00", { ordered_by: "Someone Else", site: await desk.addSite() });
    const early = await place(desk, "4900.00", {
      ...by,
      site: await desk.addSite(),
      order_date: hoursAgo(50),
    });
    await allCompared(desk);
    expect(await warningsOf(desk, first.identifier)).toMatchObject([
      {
        kind: "split",
        orders: [elsewhere.identifier],
        text: `Together with order ${elsewhere.identifier}, placed by the same person within 24 hours, it comes to $5,000.00 and reaches the limit of $5,000.00.`,
        dismissed: false,
        dismissal: null,
      },
    ]);
    expect(await kindsOf(desk, elsewhere.identifier)).toEqual([["split", [first.identifier]]]);
    expect(await warningsOf(desk, others.identifier)).toEqual([]);
    expect(await warningsOf(desk, early.identifier)).toEqual([]);
  });

  test("is several orders of one site, and not those that reach the limit, are canceled or rejected (WARN-001)", async () => {
    const desk = await openDesk();
    const [a, b] = [
      await place(desk, "2500.00", { ordered_by: "Ada", order_date: hoursAgo(3) }),
      await place(desk, "2499.99", { ordered_by: "Bo", order_date: hoursAgo(2) }),
    ];
    const whole = await place(desk, "5000.00", { ordered_by: "Cy", order_date: hoursAgo(1) });
    await allCompared(desk);
    for (const { identifier } of [a, b, whole]) expect(await warningsOf(desk, identifier)).toEqual([]);
    const third = await place(desk, "0.01", { ordered_by: "Di" });
    await allCompared(desk);
    expect(await kindsOf(desk, third.identifier)).toEqual([["split", [a.identifier, b.identifier].sort()]]);
    expect((await warningsOf(desk, third.identifier))[0]?.text).toContain(
      "for the same site within 24 hours",
    );
    expect(await kindsOf(desk, a.identifier)).toEqual([["split", [b.identifier, third.identifier].sort()]]);
    await desk.reject(desk.sam.token, b.identifier);
    expect(await warningsOf(desk, third.identifier)).toEqual([]);
    expect(await warningsOf(desk, b.identifier)).toEqual([]);
  });

  test("is looked for again when an item is removed", async () => {
    const desk = await openDesk();
    const lines = [item("A", 1, "4000.00"), item("B", 1, "2000.00")];
    const large = await place(desk, "6000.00", { lines });
    const small = await place(desk, "1500.00");
    await allCompared(desk);
    expect(await warningsOf(desk, small.identifier)).toEqual([]);
    await desk.remove(desk.sam.token, large.identifier, "B");
    await allCompared(desk);
    expect(await kindsOf(desk, large.identifier)).toEqual([["split", [small.identifier]]]);
    expect(await kindsOf(desk, small.identifier)).toEqual([["split", [large.identifier]]]);
  });
});

describe("a likely duplicate", () => {
  test("has the same PO number, or the same items for the same site, within 30 days (WARN-002)", async () => {
    const desk = await openDesk();
    const items = () => [item("Valve", 2, "10.00"), item("Gasket", 5, "1.00")];
    const first = await place(desk, "25.00", {
      lines: items(),
      po_number: "PO-77",
      order_date: hoursAgo(29 * 24),
    });
    const samePo = await place(desk, "9.00", { po_number: "PO-77", site: desk.elsewhere });
    const sameItems = await place(desk, "25.00", {
      lines: [item("Gasket", 3, "1.00"), item("Valve", 2, "12.00"), item("Gasket", 2, "1.00")],
      order_date: hoursAgo(24),
    });
    const otherQuantity = await place(desk, "26.00", {
      lines: [item("Valve", 2, "10.00"), item("Gasket", 6, "1.00")],
    });
    const otherSite = await place(desk, "25.00", { lines: items(), site: desk.elsewhere });
    const long = await place(desk, "1.00", { po_number: "PO-77", order_date: hoursAgo(62 * 24) });
    await allCompared(desk);
    expect(await kindsOf(desk, samePo.identifier)).toEqual([["duplicate", [first.identifier]]]);
    expect(await kindsOf(desk, sameItems.identifier)).toEqual([["duplicate", [first.identifier]]]);
    expect(await kindsOf(desk, first.identifier)).toEqual([
      ["duplicate", [samePo.identifier, sameItems.identifier].sort()],
    ]);
    for (const { identifier } of [otherQuantity, otherSite, long])
      expect(await warningsOf(desk, identifier)).toEqual([]);
    expect((await warningsOf(desk, samePo.identifier))[0]?.text).toBe(
      `It has the same PO number, PO-77, as order ${first.identifier}, within 30 days.`,
    );
    expect((await warningsOf(desk, sameItems.identifier))[0]?.text).toBe(
      `It has the same items and quantities for the same site as order ${first.identifier}, within 30 days.`,
    );
  });

  test("follows what the provider sends again, and does not count canceled orders", async () => {
    const desk = await openDesk();
    const first = await place(desk, "10.00", { po_number: "PO-1" });
    const second = await place(desk, "12.00", { po_number: "PO-2" });
    await allCompared(desk);
    expect(await warningsOf(desk, second.identifier)).toEqual([]);
    await desk.approve(desk.sam.token, second.identifier);
    const { status } = await testServer.call(upsertOrder, {
      params: { slug: desk.slug, identifier: second.identifier },
      headers: desk.headers,
      body: {
        ecommerce_username: desk.site.shopUser,
        po_number: "PO-1",
        lines: [item("Other", 1, "12.00")],
      } as never,
    });
    expect(status).toBe(200);
    await allCompared(desk);
    expect(await kindsOf(desk, second.identifier)).toEqual([["duplicate", [first.identifier]]]);
    expect(await kindsOf(desk, first.identifier)).toEqual([["duplicate", [second.identifier]]]);
    const third = await place(desk, "13.00", { po_number: "PO-1" });
    await allCompared(desk);
    expect((await kindsOf(desk, third.identifier))[0]?.[1]).toContain(first.identifier);
    await testServer.call(updateOrderProgress, {
      params: { slug: desk.slug, identifier: first.identifier },
      headers: desk.headers,
      body: { status: "Canceled" },
    });
    expect((await warningsOf(desk, third.identifier)).flatMap(({ orders }) => orders)).not.toContain(
      first.identifier,
    );
  });
});

describe("a warning", () => {
  const pendingRows = async (token: string) =>
    ((await testServer.call(pendingList.page, { token, query: {} })).body as { results: PendingRow[] })
      .results;

  test("names only orders that its reader may see, blocks nothing, and is dismissed with a reason that is audited (WARN-003)", async () => {
    const desk = await openDesk();
    const by = { ordered_by: "Dana Whitfield" };
    const hidden = await place(desk, "3000.00", { ...by, site: desk.elsewhere });
    const shown = await place(desk, "2500.00", by);
    await allCompared(desk);

    const [forSam] = await warningsOf(desk, shown.identifier, desk.sam.token);
    expect(forSam).toMatchObject({
      kind: "split",
      orders: [],
      text: "Together with another order at a site that you can't see, placed by the same person within 24 hours, it reaches the limit of $5,000.00.",
    });
    expect(JSON.stringify(forSam)).not.toContain(hidden.identifier);
    expect((await warningsOf(desk, shown.identifier, desk.fay.token))[0]?.orders).toEqual([
      hidden.identifier,
    ]);
    const rows = await pendingRows(desk.sam.token);
    expect(rows.map(({ identifier, warnings }) => [identifier, warnings])).toEqual([
      [shown.identifier, [forSam]],
    ]);

    const dismiss = (token: string, identifier: string, id: number, reason: unknown) =>
      testServer.call(dismissWarning, { token, params: { identifier, id }, body: { reason } as never });
    const id = forSam?.id ?? 0;
    for (const reason of ["", "  ", undefined, 7, "x".repeat(1_001), "a\u0000b"])
      expect((await dismiss(desk.sam.token, shown.identifier, id, reason)).status).toBe(400);
    expect((await dismiss(desk.fay.token, shown.identifier, id, "Mine")).status).toBe(403);
    expect((await dismiss(desk.sam.token, shown.identifier, 999_999, "None")).status).toBe(404);
    expect((await dismiss(desk.sam.token, hidden.identifier, id, "Hidden")).status).toBe(404);
    expect((await dismiss((await openDesk()).sam.token, shown.identifier, id, "Elsewhere")).status).toBe(404);
    expect((await warningsOf(desk, shown.identifier))[0]?.dismissed).toBe(false);

    const done = await dismiss(desk.sam.token, shown.identifier, id, "Two separate jobs");
    expect(done.status).toBe(200);
    expect(done.body.warnings).toMatchObject([
      { id, dismissed: true, dismissal: { by: "Sam Site", reason: "Two separate jobs" } },
    ]);
    expect((await dismiss(desk.sam.token, shown.identifier, id, "Again")).status).toBe(409);
    const audit = await testServer.call(auditList.page, { token: desk.admin.token, query: {} });
    const entries = (audit.body as { results: Record<string, unknown>[] }).results.filter(
      ({ action }) => action === "order.warning_dismissed",
    );
    expect(entries).toMatchObject([
      {
        actor: "Sam Site",
        record_id: shown.identifier,
        after: { kind: "split", dismissed: true, reason: "Two separate jobs" },
        before: { dismissed: false },
      },
    ]);

    expect((await desk.approve(desk.sam.token, shown.identifier)).body.status).toBe("Accepted");
    expect((await dismiss(desk.sam.token, shown.identifier, id, "Late")).status).toBe(400);
  });

  test("is open again once another order is compared with", async () => {
    const desk = await openDesk();
    const first = await place(desk, "10.00", { po_number: "PO-9" });
    const second = await place(desk, "20.00", { po_number: "PO-9" });
    await allCompared(desk);
    const [warning] = await warningsOf(desk, second.identifier);
    await testServer.call(dismissWarning, {
      token: desk.sam.token,
      params: { identifier: second.identifier, id: warning?.id ?? 0 },
      body: { reason: "One PO for both" },
    });
    await testServer.sql(
      "insert into warning_checks (company_id, order_id) select company_id, id from orders where company_id = $1",
      [desk.companyId],
    );
    await testServer.platform.jobs.requestJob("find-warnings", { companyId: desk.companyId }, "again");
    await allCompared(desk);
    expect((await warningsOf(desk, second.identifier))[0]).toMatchObject({
      dismissed: true,
      orders: [first.identifier],
    });
    const third = await place(desk, "30.00", { po_number: "PO-9" });
    await allCompared(desk);
    const [now] = await warningsOf(desk, second.identifier);
    expect(now).toMatchObject({ dismissed: false, dismissal: null });
    expect(now?.orders).toContain(third.identifier);
  });
});
