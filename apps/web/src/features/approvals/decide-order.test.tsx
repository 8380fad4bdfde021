import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { useQuery } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryFor } from "../../platform/api/call.ts";
import { toast } from "../../platform/page/toast.ts";
import { orderRow } from "../../testing/order-rows.ts";
import { click, control, eventually, find } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { confirmApprove } from "./decide-order.ts";

const approver = person({ is_approver: true, company: companyWith(true, null, null) });
const pending = (total: string) =>
  orderRow(1, {
    status: "Pending Approval",
    taxful_total_price_value: total,
    approvable_by_current_user: true,
  });
const refusal = (code: string, detail: string) => Response.json({ code, detail }, { status: 409 });

/** An order with its total and a button. */
const OrderPage = () => {
  const { data } = useQuery(queryFor(findOrder, { params: { identifier: "AC-1" } }));
  return data ? (
    <main>
      <p>{data.taxful_total_price_value}</p>
      <button type="button" onClick={() => void confirmApprove(pending("500.00"))}>
        Decide
      </button>
    </main>
  ) : null;
};

let error: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  error = vi.spyOn(toast, "error").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Approves the order, whose total is another one by then; returns what was sent. */
const approve = async (answer: () => Response) => {
  const sent: unknown[] = [];
  renderPage(OrderPage, approver, ({ url: { pathname }, body }) => {
    if (!pathname.endsWith("/approve/")) return pending(sent.length > 0 ? "700.00" : "500.00");
    sent.push(body);
    return answer();
  });
  await eventually(() => expect(control("Decide")).toBeDefined());
  await click("Decide");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("$500.00 in total?"));
  await click("Approve");
  await eventually(() => expect(error).toHaveBeenCalled());
  return sent;
};

test("an approval sends the total that was shown; if it has changed, the user is told and sees the new one (BULK-004)", async () => {
  const sent = await approve(() => refusal("order.total_changed", "The total of this order has changed."));
  expect(sent).toEqual([{ total: "500.00" }]);
  expect(error).toHaveBeenCalledWith("Order not approved", "The total of this order has changed.");
  await eventually(() => expect(find("main p")?.textContent).toBe("700.00"));
});

test("any other conflict says that the user has approved already (APPR-015)", async () => {
  await approve(() => refusal("order.already_approved", "You already have approved this order"));
  expect(error).toHaveBeenCalledWith("You already have approved this order", undefined);
});
