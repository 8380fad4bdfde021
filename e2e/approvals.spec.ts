import { expect, type Page, test } from "@playwright/test";
import { enterAs, handTo, sidebarOf } from "./people.ts";
import { ADMIN, askAs, LEAD, OTHER_LEAD, placeOrder } from "./placed-orders.ts";

const PATH = "/pending-approvals";
const headers = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim());
const rowOf = (page: Page, identifier: string) => page.locator("tbody tr").filter({ hasText: identifier });
const onList = (identifier: string) => `${PATH}?identifier=${identifier}`;
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
const orderOf = (page: Page, identifier: string) => askAs(page, ADMIN, "GET", `/orders/${identifier}/`);
const dialogOf = (page: Page) => page.getByRole("dialog");

/** Answers the pending list with its rows changed, to see how the page shows it. */
const withRows = (page: Page, change: (row: Record<string, never>, index: number) => object) =>
  page.route(/\/api\/orders\/pending\/\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    const results = answer.results.map((row: Record<string, never>, index: number) => ({
      ...row,
      ...change(row, index),
    }));
    await route.fulfill({ json: { ...answer, results } });
  });

const OWN = ["Site", "Business Unit", "Order", "PO", "Order Date", "Lines", "Total", "Approved By"];

test.describe("the pending list", () => {
  test("has its label, the tools of Orders and its columns; approvers see status and actions too (APPR-001, APPR-002, APPR-006)", async ({
    page,
  }) => {
    await enterAs(page, "acme-site.approver", PATH);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pending Approvals");
    await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
    await expect(page.locator("tbody tr").first()).toBeVisible();
    expect(await headers(page)).toEqual([...OWN, "Approval Status", "Actions"]);
    await expect(page.getByRole("searchbox", { name: "Search pending approvals" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Reorganize Columns" })).toBeVisible();
    await page.getByRole("button", { name: "Filter Site" }).click();
    await page.getByRole("option").first().click();
    await expect(page).toHaveURL(/site=/);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect((await saving).suggestedFilename()).toMatch(/^pending_report_\d{4}-\d{2}-\d{2}\.xlsx$/);
  });

  test("has pagers above and below when there is a second page (APPR-001, TABLE-022)", async ({ page }) => {
    await enterAs(page, "acme-site.approver", PATH);
    await expect(page.getByText("Showing 1 - 20 of 21")).toHaveCount(2);
    await page.getByRole("button", { name: "Page 2" }).first().click();
    await expect(page).toHaveURL(/offset=20/);
    await expect(page.locator("tbody tr")).toHaveCount(1);
  });

  test("company admins see the current required approval (APPR-005, APPR-006)", async ({ page }) => {
    await enterAs(page, "acme-company.admin", PATH);
    await expect(page.locator("tbody tr").first()).toBeVisible();
    expect(await headers(page)).toEqual([...OWN, "Current Required Approval"]);
    await expect(page.locator("tbody")).toContainText("Site Approver");
  });

  test("a user without has-order-approvals sees none of the further columns (APPR-007)", async ({ page }) => {
    await enterAs(page, "acme-regular.user", PATH);
    await expect(page.locator("tbody tr").first()).toBeVisible();
    expect(await headers(page)).toEqual(OWN);
    await expect(page.getByRole("button", { name: /^(Approve|Reject) / })).toHaveCount(0);
  });

  test("with location names and a hierarchy it has these columns instead of the business unit (APPR-004)", async ({
    page,
  }) => {
    await enterAs(page, LEAD, PATH);
    await expect(page.locator("tbody tr").first()).toBeVisible();
    expect(await headers(page)).toEqual([
      "Site",
      "Location Name",
      "Corporate",
      "Region",
      "Division",
      "Area",
      "Order",
      "PO",
      "Order Date",
      "Lines",
      "Total",
      "Approved By",
      "Approval Status",
      "Actions",
    ]);
  });

  test("a company admin for whom an order waits because nobody else may approve it gets status, actions and buttons (APPR-006, APPR-026)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page);
    const standsIn = { approvable_by_current_user: true, approval_status: "Waiting for you" };
    await page.route("**/requires-approval/count/", (route) => route.fulfill({ json: { count: 1 } }));
    await withRows(page, () => standsIn);
    await enterAs(page, ADMIN, onList(identifier));
    await expect(rowOf(page, identifier)).toContainText("Waiting for you");
    expect((await headers(page)).slice(-3)).toEqual([
      "Current Required Approval",
      "Approval Status",
      "Actions",
    ]);
    await expect(
      rowOf(page, identifier).getByRole("button", { name: `Approve ${identifier}` }),
    ).toBeVisible();
    await page.route(`**/api/orders/${identifier}/`, async (route) => {
      const order = await (await route.fetch()).json();
      await route.fulfill({ json: { ...order, ...standsIn } });
    });
    await rowOf(page, identifier).getByRole("link", { name: identifier, exact: true }).click();
    await expect(page.getByRole("main").getByRole("button", { name: "Approve", exact: true })).toBeVisible();
  });

  test("each row says whom it waits for, and offers the decision only to them (APPR-008, APPR-028)", async ({
    page,
  }) => {
    const first = await placeOrder(page, { site: "Dawson Camp" });
    const mine = await placeOrder(page, { site: "Dawson Camp" });
    const done = await placeOrder(page, { site: "Dawson Camp" });
    await askAs(page, "borealis-region.manager", "POST", `/orders/${done}/approve/`);
    await enterAs(page, "borealis-region.manager", `${PATH}?site=Dawson`);
    for (const identifier of [first, mine]) {
      await expect(rowOf(page, identifier)).toContainText("Waiting for you");
      await expect(rowOf(page, identifier).getByRole("button", { name: /^Approve/ })).toBeVisible();
      await expect(rowOf(page, identifier).getByRole("button", { name: /^Reject/ })).toBeVisible();
    }
    const row = rowOf(page, done);
    await expect(row).toContainText("You already took action on this order");
    await expect(row.getByRole("link", { name: `View ${done}` })).toBeVisible();
    await expect(row.getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
    await handTo(page, LEAD, onList(first));
    await expect(rowOf(page, first)).toContainText("Waiting for Region Manager");
    await expect(rowOf(page, first).getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
  });

  test("a search asks the orders list for the pending ones (APPR-009, APPR-010)", async ({ page }) => {
    const identifier = await placeOrder(page);
    const listed = page.waitForRequest(/\/api\/orders\/pending\/\?/);
    await enterAs(page, LEAD, PATH);
    await listed;
    const searched = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/orders/");
    await page.getByRole("searchbox").fill(identifier);
    const query = new URL((await searched).url()).searchParams;
    expect([query.get("search"), query.get("status")]).toEqual([identifier, "Pending Approval"]);
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expect(
      rowOf(page, identifier).getByRole("button", { name: `Approve ${identifier}` }),
    ).toBeVisible();
  });

  test("further approvers are behind a 'more' link (APPR-003)", async ({ page }) => {
    const people = ["Ada", "Bo", "Cy", "Di", "Ed"].map((name) => ({ username: name.toLowerCase(), name }));
    const identifier = await placeOrder(page);
    await withRows(page, () => ({ approved_by: people.slice(0, 3), approved_by_count: 5 }));
    await page.route(`**/api/orders/${identifier}/`, async (route) => {
      const order = await (await route.fetch()).json();
      await route.fulfill({ json: { ...order, approved_by: people, approved_by_count: 5 } });
    });
    await enterAs(page, LEAD, onList(identifier));
    await expect(rowOf(page, identifier)).toContainText("Ada, Bo, Cy");
    await rowOf(page, identifier).getByRole("button", { name: "+ 2 more" }).click();
    await expect(dialogOf(page).getByRole("listitem")).toHaveText(["Ada", "Bo", "Cy", "Di", "Ed"]);
  });

  test("where approvals are off it says so", async ({ page }) => {
    await enterAs(page, "cobalt-company.admin", PATH);
    await expect(page.getByRole("main")).toContainText("You do not have this feature enabled");
    await expect(page.getByRole("table")).toHaveCount(0);
  });

  test("an order opened from it finds back to the same list (APPR-001)", async ({ page }) => {
    const identifier = await placeOrder(page);
    await enterAs(page, LEAD, `${onList(identifier)}&ordering=total`);
    const address = page.url();
    await rowOf(page, identifier)
      .getByRole("link", { name: `View ${identifier}` })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(identifier);
    await page.getByRole("link", { name: "Return to pending approvals" }).click();
    await expect(page).toHaveURL(address);
  });
});

test.describe("approving from the list", () => {
  test("asks first, sends nothing but the order, tells and reads the list again (APPR-011, APPR-013, APPR-014, APPR-017)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page);
    await enterAs(page, LEAD, onList(identifier));
    const approve = rowOf(page, identifier).getByRole("button", { name: `Approve ${identifier}` });
    await approve.click();
    await expect(dialogOf(page)).toContainText(`Do you want to approve order ${identifier}`);
    await expect(dialogOf(page)).toContainText("$8,000.00");
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(approve).toBeFocused();
    expect((await orderOf(page, identifier)).status).toBe("Pending Approval");

    await approve.click();
    const sent = page.waitForRequest(`**/orders/${identifier}/approve/`);
    await dialogOf(page).getByRole("button", { name: "Approve" }).click();
    expect((await sent).method()).toBe("POST");
    expect((await sent).postData()).toBeNull();
    const reloaded = page.waitForResponse(/\/api\/orders\/pending\/\?/);
    await expect(toastOf(page, "Order approved")).toBeVisible();
    await reloaded;
    await expect(rowOf(page, identifier)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Pending Approvals" })).toBeFocused();
    expect((await orderOf(page, identifier)).status).toBe("Accepted");
  });

  test("one press is one approval, and the row follows before the server has answered", async ({ page }) => {
    const identifier = await placeOrder(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route("**/approve/", async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await enterAs(page, LEAD, onList(identifier));
    await rowOf(page, identifier)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await dialogOf(page)
      .getByRole("button", { name: "Approve" })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await expect(rowOf(page, identifier)).toContainText("You already took action on this order");
    await expect(rowOf(page, identifier).getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
    await expect(rowOf(page, identifier)).toBeFocused();
    release();
    await expect(toastOf(page, "Order approved")).toBeVisible();
    expect(sent).toBe(1);
  });

  const isRefused = async (page: Page, status: number, words: string) => {
    const identifier = await placeOrder(page);
    await page.route("**/approve/", (route) => route.fulfill({ status, json: { detail: "No." } }));
    await enterAs(page, LEAD, onList(identifier));
    const approve = rowOf(page, identifier).getByRole("button", { name: /^Approve/ });
    await approve.click();
    const reloaded = page.waitForResponse(/\/api\/orders\/pending\/\?/);
    await dialogOf(page).getByRole("button", { name: "Approve" }).click();
    await expect(toastOf(page, words)).toBeVisible();
    await reloaded;
    await expect(approve).toBeVisible();
    await expect(page.getByText("Order approved")).toHaveCount(0);
  };

  test("whoever has approved already is told so, and the list is read again (APPR-015)", async ({ page }) => {
    await isRefused(page, 409, "You already have approved this order");
  });

  test("any other refusal is told and taken back, and the list is read again (APPR-016)", async ({
    page,
  }) => {
    await isRefused(page, 403, "There was an error trying to approve the order");
  });
});

test.describe("rejecting from the list", () => {
  test("asks for a reason that may be of any length or empty, tells and reads the list again (APPR-012, APPR-019, APPR-020, APPR-021, APPR-023)", async ({
    page,
  }) => {
    const [silent, wordy] = [await placeOrder(page), await placeOrder(page)];
    await enterAs(page, LEAD, `${PATH}?site=Trail`);
    const reasons = { [silent]: "", [wordy]: `Too many.\n${"x".repeat(10_001)}` };
    for (const [identifier, note] of Object.entries(reasons)) {
      await rowOf(page, identifier)
        .getByRole("button", { name: `Reject ${identifier}` })
        .click();
      await expect(dialogOf(page)).toContainText(`Do you want to reject order ${identifier}`);
      const reason = dialogOf(page).getByRole("textbox", { name: "Reason" });
      await expect(reason).toBeFocused();
      await expect(reason).toHaveAttribute("rows", "5");
      await reason.fill(note);
      const sent = page.waitForRequest(`**/orders/${identifier}/reject/`);
      await dialogOf(page).getByRole("button", { name: "Reject" }).click();
      expect((await sent).postDataJSON()).toEqual({ note });
      const reloaded = page.waitForResponse(/\/api\/orders\/pending\/\?/);
      await expect(toastOf(page, "Order rejected").last()).toBeVisible();
      await reloaded;
      await expect(rowOf(page, identifier)).toHaveCount(0);
      const order = await orderOf(page, identifier);
      expect([order.status, order.rejected_by]).toMatchObject(["Rejected", [{ username: LEAD, note }]]);
    }
  });

  test("a failure is told, and the reason is not lost (APPR-022)", async ({ page }) => {
    const identifier = await placeOrder(page);
    await page.route("**/reject/", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await enterAs(page, LEAD, onList(identifier));
    await rowOf(page, identifier)
      .getByRole("button", { name: /^Reject/ })
      .click();
    const reason = dialogOf(page).getByRole("textbox", { name: "Reason" });
    await reason.fill("Wrong AFE number.");
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect(toastOf(page, "There was an error trying to reject the order")).toBeVisible();
    await expect(reason).toHaveValue("Wrong AFE number.");
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    await expect(toastOf(page, "Order rejected")).toBeVisible();
    expect((await orderOf(page, identifier)).rejected_by[0].note).toBe("Wrong AFE number.");
  });

  test("a slip of the Escape key throws no reason away", async ({ page }) => {
    const identifier = await placeOrder(page);
    await enterAs(page, LEAD, onList(identifier));
    await rowOf(page, identifier)
      .getByRole("button", { name: /^Reject/ })
      .click();
    const reason = dialogOf(page).getByRole("textbox", { name: "Reason" });
    await reason.fill("Not budgeted.");
    await page.keyboard.press("Escape");
    await dialogOf(page).getByRole("button", { name: "Keep writing" }).click();
    await expect(reason).toHaveValue("Not budgeted.");
    await page.keyboard.press("Escape");
    await dialogOf(page).getByRole("button", { name: "Discard" }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    expect((await orderOf(page, identifier)).status).toBe("Pending Approval");
  });
});

test.describe("the order page", () => {
  const button = (page: Page, name: string) =>
    page.getByRole("main").getByRole("button", { name, exact: true });

  test("offers the decision to whom it waits for, whoever approved before, and hides it afterwards (APPR-018, APPR-025, APPR-027)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page, { site: "Dawson Camp" });
    await enterAs(page, LEAD, `/orders/${identifier}`);
    await expect(page.getByRole("table")).toBeVisible();
    await expect(button(page, "Approve")).toHaveCount(0);
    await askAs(page, "borealis-region.manager", "POST", `/orders/${identifier}/approve/`);
    await expect(button(page, "Approve")).toBeVisible();
    await expect(button(page, "Reject")).toBeVisible();
    await button(page, "Approve").click();
    await dialogOf(page).getByRole("button", { name: "Approve" }).click();
    await expect(toastOf(page, "Order approved")).toBeVisible();
    const acted = page.getByText("You already took action on this order");
    await expect(acted).toBeVisible();
    await expect(page.locator(":focus")).toContainText("You already took action on this order");
    await expect(button(page, "Approve")).toHaveCount(0);
    await expect(button(page, "Reject")).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("Accepted");
    await page.reload();
    await expect(acted).toBeVisible();
  });

  test("an approver who has acted on an order that still waits reads so, and has no buttons (APPR-025, APPR-027)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page, { site: "Dawson Camp" });
    await askAs(page, "borealis-region.manager", "POST", `/orders/${identifier}/approve/`);
    await enterAs(page, "borealis-region.manager", `/orders/${identifier}`);
    await expect(page.getByRole("main")).toContainText("Pending Approval");
    await expect(page.getByText("You already took action on this order")).toBeVisible();
    await expect(button(page, "Approve")).toHaveCount(0);
  });

  test("rejected from here, it shows by whom and why, and the buttons are gone (APPR-024)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page);
    await enterAs(page, LEAD, `/orders/${identifier}`);
    await button(page, "Reject").click();
    await dialogOf(page).getByRole("textbox", { name: "Reason" }).fill("Duplicate of yesterday's order.");
    await dialogOf(page).getByRole("button", { name: "Reject" }).click();
    const main = page.getByRole("main");
    await expect(main).toContainText("Rejected by Malcolm Reyes");
    await expect(main).toContainText("Duplicate of yesterday's order.");
    await expect(button(page, "Approve")).toHaveCount(0);
    await expect(button(page, "Reject")).toHaveCount(0);
  });

  test("whoever is neither an approver nor standing in never sees the buttons (APPR-026)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page);
    await enterAs(page, ADMIN);
    for (const username of ["borealis-megan.thorburn", ADMIN]) {
      await handTo(page, username, `/orders/${identifier}`);
      await expect(page.getByRole("main")).toContainText("Pending Approval");
      await expect(page.getByRole("table")).toBeVisible();
      await expect(button(page, "Approve")).toHaveCount(0);
      await expect(button(page, "Reject")).toHaveCount(0);
    }
  });

  test("a timeline says why it needs approval, who acted, when, and who is next (APPR-029)", async ({
    page,
  }) => {
    const identifier = await placeOrder(page, { site: "Dawson Camp" });
    await enterAs(page, ADMIN, `/orders/${identifier}`);
    const steps = page.getByRole("region", { name: "Approvals" }).getByRole("listitem");
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(0)).toContainText("Placed by Storefront Buyer");
    await expect(steps.nth(1)).toContainText("Region Manager");
    await expect(steps.nth(1)).toContainText("Needed for every order.");
    await expect(steps.nth(1)).toHaveAttribute("aria-current", "step");
    await expect(steps.nth(1)).toContainText(/Waiting for .*Region Manager/);
    await expect(steps.nth(2)).toContainText("Needed because the total is $7,500.00 or more.");
    await askAs(page, "borealis-region.manager", "POST", `/orders/${identifier}/approve/`);
    await expect(steps.nth(1)).toContainText("Approved by Region Manager");
    await expect(steps.nth(1)).toContainText(/[A-Z][a-z]{2} \d{2} \d{4} \d{1,2}:\d{2} [AP]M/);
    await expect(steps.nth(2)).toHaveAttribute("aria-current", "step");
    await expect(steps.nth(2)).toContainText(/Waiting for .*Malcolm Reyes/);
  });
});

test.describe("orders that need somebody", () => {
  const badge = (page: Page) => sidebarOf(page).getByRole("link", { name: /^Pending Approvals/ });

  test("are counted beside the menu entry and in the page, and the counts follow without a reload", async ({
    page,
  }) => {
    const gordon = "borealis-gordon.pelletier"; // approves in Timmins, where no other journey places orders
    const mine = async (): Promise<number> =>
      (await askAs(page, gordon, "GET", "/orders/pending/requires-approval/count/")).count;
    const words = (count: number) => `${count} ${count === 1 ? "order waits" : "orders wait"} for you`;
    const before = await mine();
    await enterAs(page, gordon, PATH);
    await expect(badge(page)).toContainText(words(before));
    const identifier = await placeOrder(page, { site: "Porcupine Mill", total: "3000.00" });
    await expect(badge(page)).toContainText(words(before + 1));
    await expect(page.getByRole("main")).toContainText(words(before + 1));
    expect(await mine()).toBe(before + 1);
    await rowOf(page, identifier)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "Approve" }).click();
    await expect(badge(page)).toContainText(words(before));
    await handTo(page, "borealis-megan.thorburn", PATH);
    await expect(badge(page)).toHaveText("Pending Approvals");
  });

  test("without the stream, what others do shows on the 20 second poll", async ({ page }) => {
    await page.route("**/api/alerts/stream/", (route) => route.abort());
    await page.clock.install();
    const identifier = await placeOrder(page);
    await enterAs(page, LEAD, onList(identifier));
    await expect(rowOf(page, identifier)).toBeVisible();
    await askAs(page, OTHER_LEAD, "POST", `/orders/${identifier}/approve/`);
    await page.clock.runFor(2_000);
    await expect(rowOf(page, identifier)).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(rowOf(page, identifier)).toHaveCount(0);
  });
});
