import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Every order needs a site manager, and finance from $5,000. */
const openTestCompany = async () => {
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
type TestCompany = Awaited<ReturnType<typeof openTestCompany>>;

/** After every new or changed order of the company was compared with the others. */
const allCompared = ({ companyId }: TestCompany) =>
  eventually(async () => {
    const open =
      "select from order_arrivals where company_id = $1 union all select from warning_checks where company_id = $1";
    expect(await testServer.sql(open, [companyId])).toHaveLength(0);
    const running =
      "select from pgboss.job where name in ('fire-triggers', 'find-warnings') and state in ('created', 'active') and data->>'companyId' = $1";
    expect(await testServer.sql(running, [String(companyId)])).toHaveLength(0);
  });

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
  testCompany: TestCompany,
  total: string,
  { lines, site, ...fields }: { lines?: object[]; site?: TestCompany["site"] } & Record<string, unknown> = {},
) => testCompany.order(total, { site, fields, lines: lines ?? [item(`Only ${++made}`, 1, total)] });

const warningsOf = async (testCompany: TestCompany, identifier: string, token = testCompany.admin.token) =>
  (await testCompany.look(token, identifier)).body.warnings;
const kindsOf = async (testCompany: TestCompany, identifier: string) =>
  (await warningsOf(testCompany, identifier)).map(({ kind, orders }) => [kind, [...orders].sort()]);

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

describe("a likely split", () => {
  test("is several orders of one person within 24 hours, each below a limit that their sum reaches (WARN-001 partly)", async () => {
    const testCompany = await openTestCompany();
    const by = { ordered_by: "Dana Whitfield" };
    const first = await place(testCompany, "3000.00", { ...by, order_date: hoursAgo(20) });
    const elsewhere = await place(testCompany, "2000.00", {
      ...by,
      site: testCompany.elsewhere,
      order_date: hoursAgo(1),
    });
    const others = await place(testCompany, "4900.00", {
      ordered_by: "Someone Else",
      site: await testCompany.addSite(),
    });
    const early = await place(testCompany, "4900.00", {
      ...by,
      site: await testCompany.addSite(),
      order_date: hoursAgo(50),
    });
    await allCompared(testCompany);
    expect(await warningsOf(testCompany, first.identifier)).toMatchObject([
      {
        kind: "split",
        orders: [elsewhere.identifier],
        text: `Together with order ${elsewhere.identifier}, placed by the same person within 24 hours, it comes to $5,000.00 and reaches the limit of $5,000.00.`,
        dismissed: false,
        dismissal: null,
      },
    ]);
    expect(await kindsOf(testCompany, elsewhere.identifier)).toEqual([["split", [first.identifier]]]);
    expect(await warningsOf(testCompany, others.identifier)).toEqual([]);
    expect(await warningsOf(testCompany, early.identifier)).toEqual([]);
  });

  test("is several orders of one site, and not those that reach the limit, are canceled or rejected (WARN-001)", async () => {
    const testCompany = await openTestCompany();
    const [a, b] = [
      await place(testCompany, "2500.00", { ordered_by: "Ada", order_date: hoursAgo(3) }),
      await place(testCompany, "2499.99", { ordered_by: "Bo", order_date: hoursAgo(2) }),
    ];
    const whole = await place(testCompany, "5000.00", { ordered_by: "Cy", order_date: hoursAgo(1) });
    await allCompared(testCompany);
    for (const { identifier } of [a, b, whole]) expect(await warningsOf(testCompany, identifier)).toEqual([]);
    const third = await place(testCompany, "0.01", { ordered_by: "Di" });
    await allCompared(testCompany);
    expect(await kindsOf(testCompany, third.identifier)).toEqual([
      ["split", [a.identifier, b.identifier].sort()],
    ]);
    expect((await warningsOf(testCompany, third.identifier))[0]?.text).toContain(
      "for the same site within 24 hours",
    );
    expect(await kindsOf(testCompany, a.identifier)).toEqual([
      ["split", [b.identifier, third.identifier].sort()],
    ]);
    await testCompany.reject(testCompany.sam.token, b.identifier);
    expect(await warningsOf(testCompany, third.identifier)).toEqual([]);
    expect(await warningsOf(testCompany, b.identifier)).toEqual([]);
  });

  test("is looked for again when an item is removed", async () => {
    const testCompany = await openTestCompany();
    const lines = [item("A", 1, "4000.00"), item("B", 1, "2000.00")];
    const large = await place(testCompany, "6000.00", { lines });
    const small = await place(testCompany, "1500.00");
    await allCompared(testCompany);
    expect(await warningsOf(testCompany, small.identifier)).toEqual([]);
    await testCompany.remove(testCompany.sam.token, large.identifier, "B");
    await allCompared(testCompany);
    expect(await kindsOf(testCompany, large.identifier)).toEqual([["split", [small.identifier]]]);
    expect(await kindsOf(testCompany, small.identifier)).toEqual([["split", [large.identifier]]]);
  });
});

describe("a likely duplicate", () => {
  test("has the same PO number, or the same items for the same site, within 30 days (WARN-002)", async () => {
    const testCompany = await openTestCompany();
    const items = () => [item("Valve", 2, "10.00"), item("Gasket", 5, "1.00")];
    const first = await place(testCompany, "25.00", {
      lines: items(),
      po_number: "PO-77",
      order_date: hoursAgo(29 * 24),
    });
    const samePo = await place(testCompany, "9.00", { po_number: "PO-77", site: testCompany.elsewhere });
    const sameItems = await place(testCompany, "25.00", {
      lines: [item("Gasket", 3, "1.00"), item("Valve", 2, "12.00"), item("Gasket", 2, "1.00")],
      order_date: hoursAgo(24),
    });
    const otherQuantity = await place(testCompany, "26.00", {
      lines: [item("Valve", 2, "10.00"), item("Gasket", 6, "1.00")],
    });
    const otherSite = await place(testCompany, "25.00", { lines: items(), site: testCompany.elsewhere });
    const long = await place(testCompany, "1.00", { po_number: "PO-77", order_date: hoursAgo(62 * 24) });
    await allCompared(testCompany);
    expect(await kindsOf(testCompany, samePo.identifier)).toEqual([["duplicate", [first.identifier]]]);
    expect(await kindsOf(testCompany, sameItems.identifier)).toEqual([["duplicate", [first.identifier]]]);
    expect(await kindsOf(testCompany, first.identifier)).toEqual([
      ["duplicate", [samePo.identifier, sameItems.identifier].sort()],
    ]);
    for (const { identifier } of [otherQuantity, otherSite, long])
      expect(await warningsOf(testCompany, identifier)).toEqual([]);
    expect((await warningsOf(testCompany, samePo.identifier))[0]?.text).toBe(
      `It has the same PO number, PO-77, as order ${first.identifier}, within 30 days.`,
    );
    expect((await warningsOf(testCompany, sameItems.identifier))[0]?.text).toBe(
      `It has the same items and quantities for the same site as order ${first.identifier}, within 30 days.`,
    );
  });

  test("follows what the provider sends again, and does not count canceled orders", async () => {
    const testCompany = await openTestCompany();
    const first = await place(testCompany, "10.00", { po_number: "PO-1" });
    const second = await place(testCompany, "12.00", { po_number: "PO-2" });
    await allCompared(testCompany);
    expect(await warningsOf(testCompany, second.identifier)).toEqual([]);
    await testCompany.approve(testCompany.sam.token, second.identifier);
    const { status } = await testServer.call(upsertOrder, {
      params: { slug: testCompany.slug, identifier: second.identifier },
      headers: testCompany.headers,
      body: {
        ecommerce_username: testCompany.site.shopUser,
        po_number: "PO-1",
        lines: [item("Other", 1, "12.00")],
      } as never,
    });
    expect(status).toBe(200);
    await allCompared(testCompany);
    expect(await kindsOf(testCompany, second.identifier)).toEqual([["duplicate", [first.identifier]]]);
    expect(await kindsOf(testCompany, first.identifier)).toEqual([["duplicate", [second.identifier]]]);
    const third = await place(testCompany, "13.00", { po_number: "PO-1" });
    await allCompared(testCompany);
    expect((await kindsOf(testCompany, third.identifier))[0]?.[1]).toContain(first.identifier);
    await testServer.call(updateOrderProgress, {
      params: { slug: testCompany.slug, identifier: first.identifier },
      headers: testCompany.headers,
      body: { status: "Canceled" },
    });
    expect((await warningsOf(testCompany, third.identifier)).flatMap(({ orders }) => orders)).not.toContain(
      first.identifier,
    );
  });
});

describe("a warning", () => {
  const pendingRows = async (token: string) =>
    ((await testServer.call(pendingList.page, { token, query: {} })).body as { results: PendingRow[] })
      .results;

  test("is on the row that the search of pending orders finds, which is the same as in the list (WORK-010)", async () => {
    const testCompany = await openTestCompany();
    const by = { ordered_by: "Dana Whitfield" };
    await place(testCompany, "3000.00", { ...by, site: testCompany.elsewhere });
    const warned = await place(testCompany, "2500.00", by);
    const asked = await place(testCompany, "10.00");
    const escalated = await place(testCompany, "20.00");
    await allCompared(testCompany);
    const question = { text: "Why?", asks: testCompany.admin.id };
    const params = { identifier: asked.identifier };
    await testServer.call(createComment, { token: testCompany.sam.token, params, body: question as never });
    await testServer.sql(
      `update order_steps set escalated_at = now() where is_current
         and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
      [testCompany.companyId, escalated.identifier],
    );
    const dee = await testCompany.person({ firstName: "Dee" });
    await addDelegation(testServer, testCompany.companyId, testCompany.sam.id, dee.id);

    const marks: Record<string, unknown[]> = {};
    for (const [name, { token }] of Object.entries({ sam: testCompany.sam, admin: testCompany.admin, dee })) {
      const listed = await pendingRows(token);
      for (const row of listed) {
        const query = { search: row.identifier, status: "Pending Approval" };
        const found = await testServer.call(orderList.page, { token, query });
        expect(found.body.results).toEqual([row]);
        const own = await testServer.call(pendingList.page, { token, query: { search: row.identifier } });
        expect(own.body.results).toEqual([row]);
      }
      const rowOf = ({ identifier }: { identifier: string }) =>
        listed.find((row) => row.identifier === identifier);
      marks[name] = [
        rowOf(warned)?.warnings.map(({ kind }) => kind),
        rowOf(asked)?.waiting_for_answer !== null,
        rowOf(escalated)?.approvable_by_current_user,
      ];
    }
    // The admin decides because the step was escalated, Dee in the place of Sam.
    expect(marks).toEqual({
      sam: [["split"], true, true],
      admin: [["split"], true, true],
      dee: [["split"], true, true],
    });
  });

  test("names only orders that its reader may see, blocks nothing, and is dismissed with a reason that is audited (WARN-003)", async () => {
    const testCompany = await openTestCompany();
    const by = { ordered_by: "Dana Whitfield" };
    const hidden = await place(testCompany, "3000.00", { ...by, site: testCompany.elsewhere });
    const shown = await place(testCompany, "2500.00", by);
    await allCompared(testCompany);

    const [forSam] = await warningsOf(testCompany, shown.identifier, testCompany.sam.token);
    expect(forSam).toMatchObject({
      kind: "split",
      orders: [],
      text: "Together with another order at a site that you can't see, placed by the same person within 24 hours, it reaches the limit of $5,000.00.",
    });
    expect(JSON.stringify(forSam)).not.toContain(hidden.identifier);
    expect((await warningsOf(testCompany, shown.identifier, testCompany.fay.token))[0]?.orders).toEqual([
      hidden.identifier,
    ]);
    const rows = await pendingRows(testCompany.sam.token);
    expect(rows.map(({ identifier, warnings }) => [identifier, warnings])).toEqual([
      [shown.identifier, [forSam]],
    ]);

    const dismiss = (token: string, identifier: string, id: number, reason: unknown) =>
      testServer.call(dismissWarning, { token, params: { identifier, id }, body: { reason } as never });
    const id = forSam?.id ?? 0;
    for (const reason of ["", "  ", undefined, 7, "x".repeat(1_001), "a\u0000b"])
      expect((await dismiss(testCompany.sam.token, shown.identifier, id, reason)).status).toBe(400);
    expect((await dismiss(testCompany.fay.token, shown.identifier, id, "Mine")).status).toBe(403);
    expect((await dismiss(testCompany.sam.token, shown.identifier, 999_999, "None")).status).toBe(404);
    expect((await dismiss(testCompany.sam.token, hidden.identifier, id, "Hidden")).status).toBe(404);
    expect(
      (await dismiss((await openTestCompany()).sam.token, shown.identifier, id, "Elsewhere")).status,
    ).toBe(404);
    expect((await warningsOf(testCompany, shown.identifier))[0]?.dismissed).toBe(false);

    const done = await dismiss(testCompany.sam.token, shown.identifier, id, "Two separate jobs");
    expect(done.status).toBe(200);
    expect(done.body.warnings).toMatchObject([
      { id, dismissed: true, dismissal: { by: "Sam Site", reason: "Two separate jobs" } },
    ]);
    expect((await dismiss(testCompany.sam.token, shown.identifier, id, "Again")).status).toBe(409);
    const audit = await testServer.call(auditList.page, { token: testCompany.admin.token, query: {} });
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

    expect((await testCompany.approve(testCompany.sam.token, shown.identifier)).body.status).toBe("Accepted");
    expect((await dismiss(testCompany.sam.token, shown.identifier, id, "Late")).status).toBe(400);
  });

  test("is open again once another order is compared with", async () => {
    const testCompany = await openTestCompany();
    const first = await place(testCompany, "10.00", { po_number: "PO-9" });
    const second = await place(testCompany, "20.00", { po_number: "PO-9" });
    await allCompared(testCompany);
    const [warning] = await warningsOf(testCompany, second.identifier);
    await testServer.call(dismissWarning, {
      token: testCompany.sam.token,
      params: { identifier: second.identifier, id: warning?.id ?? 0 },
      body: { reason: "One PO for both" },
    });
    await testServer.sql(
      "insert into warning_checks (company_id, order_id) select company_id, id from orders where company_id = $1",
      [testCompany.companyId],
    );
    await testServer.services.jobs.requestJob("find-warnings", { companyId: testCompany.companyId }, "again");
    await allCompared(testCompany);
    expect((await warningsOf(testCompany, second.identifier))[0]).toMatchObject({
      dismissed: true,
      orders: [first.identifier],
    });
    const third = await place(testCompany, "30.00", { po_number: "PO-9" });
    await allCompared(testCompany);
    const [now] = await warningsOf(testCompany, second.identifier);
    expect(now).toMatchObject({ dismissed: false, dismissal: null });
    expect(now?.orders).toContain(third.identifier);
  });
});
