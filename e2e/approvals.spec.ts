import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readXlsx } from "hucre";
import {
  approveAs,
  confirm,
  dialogOf,
  headers,
  inRow,
  OWN,
  orderOf,
  PATH,
  PLACES,
  reasonIn,
  reloading,
  rowOf,
  TRAIL,
  toastOf,
} from "./approvals-page.ts";
import { openSignedIn, withAllColumns } from "./people.ts";
import { LEAD, OTHER_LEAD, placeOrder } from "./placed-orders.ts";
import { holdRequests } from "./responses.ts";

// Each is a long walk rather than many short ones: opening a page costs more than using it.

test.beforeEach(({ page }) => withAllColumns(page));

test("the pending list has its label, the tools of the orders list and its own columns; approvers also see status and actions (APPR-001, APPR-002, APPR-006, TABLE-022 partly)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-site.approver", PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pending Approvals");
  await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
  await expect(page.locator("tbody tr").first()).toBeVisible();
  await expect.poll(() => headers(page)).toEqual(["Select", ...OWN, "Approval Status", "Actions"]);
  await expect(page.getByRole("searchbox", { name: "Search pending approvals" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reorganize Columns" })).toBeVisible();
  await expect(page.getByText(/^Showing 1 - 20 of \d+/)).toHaveCount(2);
  await page.getByRole("button", { name: "Page 2" }).first().click();
  await expect(page).toHaveURL(/offset=20/);
  await expect(page.getByText(/^Showing 21 - \d+ of \d+/)).toHaveCount(2);
  await page.getByRole("button", { name: "Filter Site" }).click();
  await page.getByRole("dialog", { name: "Filter Site" }).getByRole("checkbox").first().check();
  await expect(page).toHaveURL(/site=/);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^pending_report_\d{4}-\d{2}-\d{2}\.xlsx$/);
  const { sheets } = await readXlsx(readFileSync(await file.path()));
  expect(sheets[0]?.rows[0]).toEqual([...OWN, "Approval Status"]);
  // The words of the list, whoever the first of its orders waits for.
  const status = String(sheets[0]?.rows[1]?.at(-1));
  expect(status).toMatch(/^(Waiting for .+|You already took action on this order)$/);
  await expect(page.locator("tbody tr").first()).toContainText(status);
});

test("a lead finds an order, opens it, returns to the list and approves it: confirms once, and sees the decision as being sent until the server responds (APPR-001, APPR-004, APPR-009, APPR-010, APPR-011, APPR-013, APPR-014, APPR-017)", async ({
  page,
}) => {
  const identifier = await placeOrder(page);
  const listed = page.waitForRequest(/\/api\/orders\/pending\/\?/);
  await openSignedIn(page, LEAD, TRAIL);
  await listed;
  await expect(rowOf(page, identifier)).toBeVisible();
  await expect
    .poll(() => headers(page))
    .toEqual(["Select", ...PLACES, ...OWN.slice(2), "Approval Status", "Actions"]);

  const searched = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/orders/");
  await page.getByRole("searchbox").fill(identifier);
  const query = new URL((await searched).url()).searchParams;
  expect([query.get("search"), query.get("status")]).toEqual([identifier, "Pending Approval"]);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  const address = page.url();
  await rowOf(page, identifier)
    .getByRole("link", { name: `View ${identifier}` })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(identifier);
  await page.getByRole("link", { name: "Return to pending approvals" }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole("searchbox").clear();
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");

  const approve = inRow(page, identifier, "Approve");
  await approve.click();
  await expect(dialogOf(page)).toContainText(`Do you want to approve order ${identifier}`);
  await expect(dialogOf(page)).toContainText("$8,000.00");
  // The first Escape may close the tooltip of the button below the pointer.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect(approve).toBeFocused();
  expect((await orderOf(page, identifier)).status).toBe("Pending Approval");

  const sent: { method: string; data: string | null }[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/approve/"))
      sent.push({ method: request.method(), data: request.postData() });
  });
  const release = await holdRequests(page, "**/approve/*");
  await approve.click();
  await expect(confirm(page, "Approve")).toBeEnabled();
  await confirm(page, "Approve").evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  const sending = rowOf(page, identifier).getByRole("status");
  await expect(sending).toHaveAccessibleName(`Sending your decision about ${identifier}`);
  await expect(rowOf(page, identifier).getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
  await expect(rowOf(page, identifier)).toBeFocused();
  const reloaded = reloading(page);
  release();
  await expect(toastOf(page, "Order approved")).toBeVisible();
  await reloaded;
  await expect(rowOf(page, identifier)).toHaveCount(0);
  // The next row has the focus, or the list when there is none.
  const list = page.getByRole("region", { name: "Pending Approvals" });
  await expect(list.and(page.locator(":focus")).or(list.locator("tr:focus"))).toHaveCount(1);
  expect(sent).toEqual([{ method: "POST", data: null }]);
  expect((await orderOf(page, identifier)).status).toBe("Accepted");
});

test("after an approval, the list is refetched without an event of the server, and the toast closes by itself (APPR-017, SHELL-018)", async ({
  page,
}) => {
  const identifier = await placeOrder(page);
  // Nothing but the page itself reads the list again: the stream of what others do is refused.
  await page.route("**/alerts/stream/**", (route) => route.fulfill({ status: 404, json: {} }));
  await openSignedIn(page, LEAD, TRAIL);
  await inRow(page, identifier, "Approve").click();
  const answered = page.waitForResponse("**/approve/*");
  await confirm(page, "Approve").click();
  expect((await answered).ok()).toBe(true);
  const told = toastOf(page, "Order approved");
  await expect(told).toBeVisible();
  await expect(rowOf(page, identifier)).toHaveCount(0);
  await expect(told).toHaveCount(0);
});

test("rejecting asks for an optional reason of any length, which survives Escape and a failed request (APPR-012, APPR-019, APPR-020, APPR-021, APPR-022, APPR-023)", async ({
  page,
}) => {
  const reasons = ["", `Too many.\n${"x".repeat(10_001)}`, "Wrong AFE number."];
  const orders = [await placeOrder(page), await placeOrder(page), await placeOrder(page)];
  await openSignedIn(page, LEAD, TRAIL);
  for (const [at, identifier] of orders.entries()) {
    const note = reasons[at] ?? "";
    await inRow(page, identifier, "Reject").click();
    await expect(dialogOf(page)).toContainText(
      new RegExp(`Do you want to reject order ${identifier} for .+, \\$[\\d,.]+ in total\\?`),
    );
    await expect(reasonIn(page)).toBeFocused();
    await expect(reasonIn(page)).toHaveAttribute("rows", "5");
    await reasonIn(page).fill(note);
    if (at === 1) {
      await page.keyboard.press("Escape");
      await dialogOf(page).getByRole("button", { name: "Keep editing" }).click();
      await expect(reasonIn(page)).toHaveValue(note);
    }
    if (at === 2) {
      await page.route("**/reject/", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
      await confirm(page, "Reject").click();
      await expect(toastOf(page, "There was an error trying to reject the order")).toBeVisible();
      await expect(reasonIn(page)).toHaveValue(note);
    }
    const sent = page.waitForRequest(`**/orders/${identifier}/reject/`);
    const reloaded = reloading(page);
    await confirm(page, "Reject").click();
    expect((await sent).postDataJSON()).toEqual({ note });
    await expect(toastOf(page, "Order rejected").last()).toBeVisible();
    await reloaded;
    await expect(rowOf(page, identifier)).toHaveCount(0);
    const order = await orderOf(page, identifier);
    expect([order.status, order.rejected_by]).toMatchObject(["Rejected", [{ username: LEAD, note }]]);
  }
});

test("if another approver decides first, the open dialog shows it, or the server refuses with a message, and no dialog opens again; a decision whose response was lost counts if it was saved (APPR-015, APPR-016, APPR-022)", async ({
  page,
}) => {
  const [twice, late, gone] = [await placeOrder(page), await placeOrder(page), await placeOrder(page)];
  const [approved, rejected] = [await placeOrder(page), await placeOrder(page)];
  const [seen, written] = [await placeOrder(page), await placeOrder(page)];
  await openSignedIn(page, LEAD, TRAIL);
  /** Somebody approves between the press of the button and the server. */
  const quicker = (identifier: string, username: string) =>
    page.route(
      `**/orders/${identifier}/{approve,reject}/*`,
      async (route) => {
        await approveAs(page, username, identifier);
        await route.fallback();
      },
      { times: 1 },
    );
  await quicker(twice, LEAD);
  await inRow(page, twice, "Approve").click();
  await expect(dialogOf(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await confirm(page, "Approve").click();
  await expect(toastOf(page, "You already have approved this order")).toBeVisible();
  await expect(rowOf(page, twice)).toHaveCount(0);

  await quicker(late, OTHER_LEAD);
  await inRow(page, late, "Approve").click();
  await confirm(page, "Approve").click();
  const failed = toastOf(page, "There was an error trying to approve the order");
  await expect(failed).toContainText("This order is no longer waiting for approval");

  await quicker(gone, OTHER_LEAD);
  await inRow(page, gone, "Reject").click();
  await reasonIn(page).fill("Not needed.");
  await confirm(page, "Reject").click();
  const refused = toastOf(page, "There was an error trying to reject the order");
  await expect(refused).toContainText("This order is no longer waiting for approval");
  await expect(rowOf(page, gone)).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByText("Order approved")).toHaveCount(0);

  // Decided while the question stands: it says so at once, and there is nothing left to press but Close.
  for (const [identifier, name] of [
    [seen, "Approve"],
    [written, "Reject"],
  ] as const) {
    await inRow(page, identifier, name).click();
    if (name === "Reject") await reasonIn(page).fill("Not needed.");
    await approveAs(page, OTHER_LEAD, identifier);
    await expect(dialogOf(page)).toContainText(`has already approved order ${identifier}.`);
    await expect(confirm(page, name)).toHaveCount(0);
    // The row has left behind the question, and with it the button that the focus would go back to.
    await expect(rowOf(page, identifier)).toHaveCount(0);
    await dialogOf(page).getByText("Close", { exact: true }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }

  // Taken, though its answer got lost: told as taken, and not asked once more.
  await page.route(/\/(approve|reject)\/$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await inRow(page, approved, "Approve").click();
  await confirm(page, "Approve").click();
  await expect(toastOf(page, "Order approved")).toBeVisible();
  await inRow(page, rejected, "Reject").click();
  await reasonIn(page).fill("Not needed.");
  await confirm(page, "Reject").click();
  await expect(toastOf(page, "Order rejected")).toBeVisible();
  await expect(rowOf(page, rejected)).toHaveCount(0);
  await expect(dialogOf(page)).toHaveCount(0);
});
