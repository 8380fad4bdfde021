import type { OrderRemarks } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { orderRow } from "../../testing/order-rows.ts";
import { click, control, eventually, find, setWidth } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { confirmApprove } from "./decide-order.ts";

const approver = person({ is_approver: true, company: companyWith(true, true, null) });
const order = orderRow(7, { status: "Pending Approval", taxful_total_price_value: "700.00" });
const REMARKS: OrderRemarks = {
  id: 7,
  warnings: [
    {
      ...{ id: 50, kind: "duplicate", orders: ["AC-9"], dismissed: false, dismissal: null },
      text: "Order AC-9 has the same lines.",
    },
  ],
  questions: [
    {
      ...{ id: 70, text: "What is it for?", author: { id: 3, name: "Sam Site" } },
      ...{ asks: { id: 4, name: "Lou Looks" }, answered_at: null, created_at: "2026-11-13T16:47:00.000Z" },
    },
  ],
};

beforeEach(() => setWidth(1440));

/** The dialog about one order; the server answers with these remarks when it is asked for them. */
const open = (remarks: () => unknown) => {
  const approved: string[] = [];
  renderPage(
    () => null,
    approver,
    ({ method, url }) => {
      if (url.pathname.endsWith("/orders/pending/remarks/")) {
        expect(url.searchParams.getAll("id")).toEqual(["7"]);
        return remarks();
      }
      if (method === "POST") approved.push(url.pathname + url.search);
      return method === "POST" ? order : undefined;
    },
  );
  void confirmApprove(order);
  return approved;
};
const dialog = () => find("[role=dialog]")?.textContent ?? "";
const isOffered = () => control("Approve")?.hasAttribute("disabled") === false;

test("before one order is approved, its warnings and open questions are shown in words", async () => {
  const approved = open(() => ({ results: [REMARKS] }));
  await eventually(() => expect(isOffered()).toBe(true));
  expect(dialog()).toContain("Do you want to approve order AC-7 for Rig 93 Cotulla, $700.00 in total?");
  expect(dialog()).toContain("Likely duplicate Order AC-9 has the same lines.");
  expect(dialog()).toMatch(/Open question Sam Site asked Lou Looks, .*What is it for\?/);
  await click("Approve");
  await eventually(() => expect(approved).toHaveLength(1));
  expect(approved[0]).toMatch(/\/orders\/AC-7\/approve\/\?total=700.00$/);
});

test("an order cannot be approved before its warnings are known", async () => {
  let answer: unknown = Response.json({ detail: "No." }, { status: 403 });
  open(() => answer);
  await eventually(() =>
    expect(dialog()).toContain("There has been an error fetching the warnings and open questions"),
  );
  expect(isOffered()).toBe(false);
  answer = { results: [] };
  await click("Try again");
  await eventually(() => expect(isOffered()).toBe(true));
});
