import type { OrderRemarks } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { refreshApprovals } from "../../../platform/api/refresh-orders.ts";
import { orderRow } from "../../../testing/order-rows.ts";
import { all, click, control, eventually, find, setWidth, texts } from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { confirmApproveSeveral } from "./bulk-approval.tsx";

const approver = person({ is_approver: true, company: companyWith(true, true, null) });
const row = (id: number) =>
  ({ ...orderRow(id, { taxful_total_price_value: `${id}00.00` }), warnings: [] }) as PendingRow;
const warned = (id: number, warningId = 50): OrderRemarks => ({
  id,
  warnings: [
    {
      ...{ id: warningId, kind: "duplicate", orders: ["AC-9"], dismissed: false, dismissal: null },
      text: "Order AC-9 has the same lines.",
    },
  ],
  questions: [],
});
const asked = (id: number): OrderRemarks => ({
  id,
  warnings: [],
  questions: ["What is it for?", "<b>When?</b>"].map((text, at) => ({
    ...{ id: 70 + at, text, author: { id: 3, name: "Sam Site" }, asks: { id: 4, name: "Lou Looks" } },
    ...{ answered_at: null, created_at: "2026-11-13T16:47:00.000Z" },
  })),
});

beforeEach(() => setWidth(1440));

/** The dialog about four orders; the server answers with these remarks. */
const open = async (answer: () => unknown) => {
  const sent: unknown[] = [];
  const decided: string[] = [];
  renderPage(
    () => null,
    approver,
    ({ method, url, body }) => {
      if (url.pathname.endsWith("/orders/pending/remarks/")) {
        expect(url.searchParams.getAll("id")).toEqual(["1", "2", "3", "4"]);
        return answer();
      }
      if (method !== "POST") return undefined;
      sent.push(body);
      const { orders } = body as { orders: { identifier: string }[] };
      return {
        results: orders.map(({ identifier }) => ({ identifier, result: "approved", detail: "Approved." })),
      };
    },
  );
  confirmApproveSeveral([row(1), row(2), row(3), row(4)], (orders) =>
    decided.push(...orders.map(({ identifier }) => identifier)),
  );
  await eventually(() => expect(listed()).toHaveLength(4));
  return { sent, decided };
};

const dialog = () => find("[role=dialog]")?.textContent ?? "";
const listed = () => texts("[role=dialog] ul[aria-label] > li");
const box = (identifier: string) =>
  all("[role=dialog] label")
    .filter(({ textContent }) => textContent === `Approve ${identifier} all the same`)
    .map((label) => document.getElementById(label.getAttribute("for") ?? "") as HTMLInputElement)[0];

test("every warning and open question is shown, and an order that has one is approved only if it is confirmed by itself (WORK-008)", async () => {
  const { sent, decided } = await open(() => ({ results: [asked(2), warned(3), warned(4)] }));
  await eventually(() => expect(control("Approve 1")).toBeDefined());
  // Those that are to be looked at come first.
  expect(listed().map((text) => text?.slice(0, 4))).toEqual(["AC-2", "AC-3", "AC-4", "AC-1"]);
  expect(listed()[0]).toMatch(/Open question Sam Site asked Lou Looks, .*What is it for\?.*<b>When\?<\/b>/);
  expect(listed()[1]).toContain("Likely duplicate Order AC-9 has the same lines.");
  expect(dialog()).toContain("3 orders have a warning or an open question.");
  expect(dialog()).toContain("approve this order, $100.00 in total?");
  expect(box("AC-1")).toBeUndefined();
  box("AC-2")?.click();
  await eventually(() => expect(dialog()).toContain("approve these 2 orders, $300.00 in total?"));
  box("AC-4")?.click();
  await eventually(() => expect(control("Approve 3")).toBeDefined());
  box("AC-4")?.click();
  await eventually(() => expect(control("Approve 2")).toBeDefined());
  await click("Approve 2");
  await eventually(() => expect(texts("[role=dialog] [role=status]")).toEqual(["2 of 4 orders approved"]));
  expect(sent).toEqual([
    {
      orders: [
        { identifier: "AC-1", total: "100.00", remarks: { warnings: [], questions: [] } },
        { identifier: "AC-2", total: "200.00", remarks: { warnings: [], questions: [70, 71] } },
      ],
    },
  ]);
  expect(decided).toEqual(["AC-1", "AC-2"]);
  expect(listed().filter((text) => text?.includes("Not confirmed"))).toHaveLength(2);
});

test("a warning that is found while the dialog is open takes an order out until it is confirmed with it", async () => {
  let results = [warned(3)];
  await open(() => ({ results }));
  await eventually(() => expect(control("Approve 3")).toBeDefined());
  box("AC-3")?.click();
  await eventually(() => expect(control("Approve 4")).toBeDefined());
  results = [warned(3, 51), asked(1)];
  await refreshApprovals();
  await eventually(() => expect(control("Approve 2")).toBeDefined());
  expect([box("AC-3")?.checked, box("AC-1")?.checked]).toEqual([false, false]);
});

test("nothing is approved while the warnings are not known, and nothing without a confirmation", async () => {
  let answer: unknown = Response.json({ detail: "No." }, { status: 403 });
  await open(() => answer);
  await eventually(() =>
    expect(dialog()).toContain("There has been an error fetching the warnings and open questions"),
  );
  expect(control("Approve")?.hasAttribute("disabled")).toBe(true);
  answer = { results: [1, 2, 3, 4].map((id) => warned(id)) };
  await click("Try again");
  await eventually(() => expect(dialog()).toContain("No order is confirmed yet."));
  expect(control("Approve")?.hasAttribute("disabled")).toBe(true);
});
