import { expect, test } from "@playwright/test";
import {
  approveAs,
  badge,
  confirm,
  dialogOf,
  headers,
  inMain,
  inRow,
  MANAGER,
  OWN,
  PATH,
  PLACES,
  reasonIn,
  rowOf,
  TRAIL,
  toastOf,
} from "./approvals-page.ts";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn, switchUser, tokenOf, withAllColumns } from "./people.ts";
import { ADMIN, LEAD, OTHER_LEAD, placeOrder, requestAs } from "./placed-orders.ts";

test.beforeEach(({ page }) => withAllColumns(page));

const wordsFor = (count: number) => `${count} ${count === 1 ? "order needs" : "orders need"} your approval`;

// Each is a long walk rather than many short ones: opening a page costs more than using it.

test("the list and the order page offer Approve and Reject only to the approver of the current step, also after earlier approvals (APPR-008, APPR-018, APPR-024, APPR-025, APPR-027, APPR-028)", async ({
  page,
}) => {
  const site = "Dawson Camp";
  const [first, done] = [await placeOrder(page, { site }), await placeOrder(page, { site })];
  await approveAs(page, MANAGER, done);
  await openSignedIn(page, MANAGER, `${PATH}?site=Dawson`);
  await expect(rowOf(page, first)).toContainText("Waiting for you");
  await expect(inRow(page, first, "Approve")).toBeVisible();
  await expect(inRow(page, first, "Reject")).toBeVisible();
  await expect(rowOf(page, done)).toContainText("You already took action on this order");
  await expect(rowOf(page, done).getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
  await rowOf(page, done)
    .getByRole("link", { name: `View ${done}` })
    .click();
  // The list can have this text in several rows until the order is shown.
  await expect(page.getByRole("heading", { level: 1 })).toContainText(done);
  const acted = page.getByText("You already took action on this order");
  await expect(acted).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Pending Approval");
  await expect(inMain(page, "Approve")).toHaveCount(0);

  await switchUser(page, LEAD, `${PATH}?site=Dawson`);
  await expect(rowOf(page, first)).toContainText("Waiting for Daniel Kuptana");
  await expect(rowOf(page, first).getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
  await rowOf(page, first).getByRole("link", { name: first, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first);
  await expect(page.getByRole("region", { name: "Approvals" })).toBeVisible();
  await expect(inMain(page, "Approve")).toHaveCount(0);
  await approveAs(page, MANAGER, first);
  await expect(inMain(page, "Reject")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/needs your approval\..*\$[\d,.]+ · \d+ lines?/s);
  await inMain(page, "Approve").click();
  await confirm(page, "Approve").click();
  await expect(toastOf(page, "Order approved")).toBeVisible();
  await expect(acted).toBeVisible();
  await expect(page.locator(":focus")).toContainText("You already took action on this order");
  for (const name of ["Approve", "Reject"]) await expect(inMain(page, name)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Accepted");

  await page.getByRole("link", { name: "Return to pending approvals" }).click();
  await rowOf(page, done).getByRole("link", { name: done, exact: true }).click();
  await inMain(page, "Reject").click();
  await reasonIn(page).fill("Duplicate of yesterday's order.");
  await confirm(page, "Reject").click();
  await expect(page.getByRole("main")).toContainText("Rejected by Malcolm Reyes");
  await expect(page.getByRole("main")).toContainText("Duplicate of yesterday's order.");
  for (const name of ["Approve", "Reject"]) await expect(inMain(page, name)).toHaveCount(0);
});

test("the timeline shows why a step is needed, who decided, when, and who is next; users who are not approvers see no buttons and no columns for approvers (APPR-007, APPR-026, APPR-029)", async ({
  page,
}) => {
  const identifier = await placeOrder(page, { site: "Dawson Camp" });
  await openSignedIn(page, ADMIN, `/orders/${identifier}`);
  const steps = page.getByRole("region", { name: "Approvals" }).getByRole("listitem");
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText("Placed by Storefront Buyer");
  await expect(steps.nth(1)).toContainText("Daniel Kuptana");
  await expect(steps.nth(1)).toContainText("Needed for every order.");
  await expect(steps.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(steps.nth(1)).toContainText(/Waiting for .*Daniel Kuptana/);
  await expect(steps.nth(2)).toContainText("Needed because the total is $7,500.00 or more.");
  await approveAs(page, MANAGER, identifier);
  await expect(steps.nth(1)).toContainText("Approved by Daniel Kuptana");
  await expect(steps.nth(1)).toContainText(/[A-Z][a-z]{2} \d{2} \d{4} \d{1,2}:\d{2} [AP]M/);
  await expect(steps.nth(2)).toHaveAttribute("aria-current", "step");
  await expect(steps.nth(2)).toContainText(/Waiting for .*Malcolm Reyes/);
  for (const name of ["Approve", "Reject"]) await expect(inMain(page, name)).toHaveCount(0);

  const western = await placeOrder(page);
  const megan = "borealis-megan.thorburn";
  const hers = `JWT ${await tokenOf(page, megan)}`;
  const counted: string[] = [];
  page.on("request", (request) => {
    if (/pending.*count/.test(request.url()) && request.headers().authorization === hers)
      counted.push(request.url());
  });
  await switchUser(page, megan, TRAIL);
  await expect(rowOf(page, western)).toBeVisible();
  await expect.poll(() => headers(page)).toEqual([...PLACES, ...OWN.slice(2)]);
  await rowOf(page, western).getByRole("link", { name: western, exact: true }).click();
  await expect(page.getByRole("region", { name: "Approvals" })).toBeVisible();
  for (const name of ["Approve", "Reject"]) await expect(inMain(page, name)).toHaveCount(0);
  await expect(badge(page)).toHaveText("Pending Approvals");
  expect(counted, "nothing is counted for whom nothing can wait").toEqual([]);
});

test("an approval shows what was approved if the order has changed since, also on a page that is already open (APPR-029)", async ({
  page,
}) => {
  const site = "Dawson Camp";
  const identifier = await placeOrder(page, { site, total: "15.00" });
  await approveAs(page, MANAGER, identifier);
  await openSignedIn(page, ADMIN, `/orders/${identifier}`);
  const step = page.getByRole("region", { name: "Approvals" }).getByRole("listitem").nth(1);
  await expect(step).toContainText("Approved by Daniel Kuptana");
  await expect(step).not.toContainText("changed since");
  await placeOrder(page, { site, total: "4000.00", identifier });
  await expect(step).toContainText("Approved at $15.00; the order was changed since, now $4,000.00.");
});

test("a company admin sees what each order waits for, and gets status, actions and buttons where no one else may approve; a 'more' link shows further approvers (APPR-003, APPR-005, APPR-006, APPR-026)", async ({
  page,
}) => {
  const { admin, people, ...at } = await openOwnCompany({ roles: ["Ann", "Bo", "Cy", "Di", "Ed"] });
  for (const { roleId } of Object.values(people)) {
    await requestAs(page, admin, "POST", "/approvals/rules/", { limit: 0, role: roleId });
  }
  const identifier = await placeOrder(page, { at, creator: people.Ed.username });
  await openSignedIn(page, admin, PATH);
  await expect(rowOf(page, identifier)).toContainText("Ann");
  await expect.poll(() => headers(page)).toEqual([...OWN, "Current Required Approval"]);

  const { Ed: _placed, ...approvers } = people;
  for (const { username } of Object.values(approvers)) await approveAs(page, username, identifier);
  // The only holder of the last role placed the order.
  await expect(rowOf(page, identifier)).toContainText("Waiting for you");
  await expect
    .poll(() => headers(page))
    .toEqual(["Select", ...OWN, "Current Required Approval", "Approval Status", "Actions"]);
  await expect(rowOf(page, identifier)).toContainText("Ann, Bo, Cy");
  await rowOf(page, identifier).getByRole("button", { name: "+ 1 more" }).click();
  await expect(dialogOf(page).getByRole("listitem")).toHaveText(["Ann", "Bo", "Cy", "Di"]);
  await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
  await expect(inRow(page, identifier, "Approve")).toBeVisible();
  await rowOf(page, identifier).getByRole("link", { name: identifier, exact: true }).click();
  await inMain(page, "Approve").click();
  await confirm(page, "Approve").click();
  await expect(toastOf(page, "Order approved")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Accepted");
});

test("the menu entry and the page show the number of orders that need the user's approval, and update it without a reload", async ({
  page,
}) => {
  const gordon = "borealis-gordon.pelletier"; // approves in Timmins, where no other journey places orders
  const mine = async (): Promise<number> =>
    (await requestAs(page, gordon, "GET", "/orders/pending/requires-approval/count/")).count;
  const before = await mine();
  await openSignedIn(page, gordon, PATH);
  await expect(badge(page)).toContainText(wordsFor(before));
  const identifier = await placeOrder(page, { site: "Porcupine Mill", total: "3000.00" });
  await expect(badge(page)).toContainText(wordsFor(before + 1));
  await expect(page.getByRole("main")).toContainText(wordsFor(before + 1));
  expect(await mine()).toBe(before + 1);
  await inRow(page, identifier, "Approve").click();
  await confirm(page, "Approve").click();
  await expect(badge(page)).toContainText(wordsFor(before));
});

test("without the event stream, the page shows the decisions of others after the 20 second poll", async ({
  page,
}) => {
  await page.route("**/api/alerts/stream/", (route) => route.abort());
  await page.clock.install();
  const identifier = await placeOrder(page);
  await openSignedIn(page, LEAD, `${PATH}?identifier=${identifier}`);
  await expect(rowOf(page, identifier)).toBeVisible();
  await approveAs(page, OTHER_LEAD, identifier);
  await page.clock.runFor(2_000);
  await expect(rowOf(page, identifier)).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(rowOf(page, identifier)).toHaveCount(0);
});
