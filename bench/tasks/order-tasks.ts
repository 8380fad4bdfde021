import type { Page } from "@playwright/test";
import { type Demo, PASSWORD } from "./demo.ts";
import { expect, type Person, type Task, tagOf, type Width } from "./person.ts";

const APPROVER = "acme-site.approver";
const ADMIN = "acme-company.admin";

const loaded = (page: Page) => expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });

/** Opens the filter of a column: in its header, or on a phone in the sheet. */
const openFilter = async ({ page, press, isPhone }: Person, label: string): Promise<void> => {
  const sheet = page.getByRole("dialog", { name: "Filter and sort" });
  if (isPhone && !(await sheet.isVisible()))
    await press(page.getByRole("button", { name: /^Filter and sort/ }));
  await press(
    isPhone
      ? sheet.getByRole("button", { name: new RegExp(`^${label}`) })
      : page.getByRole("button", { name: new RegExp(`^Filter ${label}`) }),
  );
};

const SITES: Record<Width, string> = { 1440: "Rig 310 Kingfisher", 390: "Rig 402 Watford City" };

/** All orders below 5,000 of one site. */
const approveBelow: Task = {
  name: "approve everything below 5,000 for one site",
  before: '6 clicks, "below" typed as 4999.99',
  as: APPROVER,
  run: async (person) => {
    const { page, press, type, key, width, tag, isPhone } = person;
    const site = SITES[width];
    await press(page.getByRole("main").getByRole("link", { name: "Show all" }));
    await type(page.getByRole("searchbox", { name: /^Search / }), site);
    await expect(page).toHaveURL(/search=/);
    await openFilter(person, "Total");
    await type(page.getByLabel("Below", { exact: true }), "5000");
    if (isPhone) await press(page.getByRole("button", { name: /^Show [\d,]+ / }));
    else await key("Enter");
    await expect(chips(page)).toContainText("below $5,000.00");
    await loaded(page);
    if (isPhone) await press(page.getByRole("checkbox", { name: /^Select / }).first());
    await press(page.getByRole("checkbox", { name: "Select all" }));
    await press(page.getByRole("button", { name: /^Approve \d+$/ }));
    const dialog = page.getByRole("dialog");
    await press(dialog.getByRole("button", { name: /^Approve \d+$/ }));
    await expect(dialog.getByRole("status")).toContainText("approved");
    await expect(dialog).toContainText(`T1-${tag}-A`);
    await expect(dialog).not.toContainText(`T1-${tag}-C`);
  },
};

const seeWhy: Task = {
  name: "see why an order waits and who is next",
  before: "not counted",
  as: ADMIN,
  run: async ({ page, press }) => {
    await press(page.getByRole("link", { name: /orders are pending$/ }));
    await loaded(page);
    await press(page.getByRole("main").getByRole("link", { name: /^AC-/ }).first());
    const approvals = page.getByRole("region", { name: "Approvals" });
    await expect(approvals).toContainText(/waiting/i);
  },
};

const approveFromMail = (demo: Demo): Task => ({
  name: "approve from the e-mail",
  before: "not counted",
  run: async ({ page, press, type, tag }) => {
    const identifier = `T9-${tag}`;
    const email = await demo.emailOf(APPROVER);
    const title = new RegExp(`^Order ${identifier} for .* needs your approval`);
    const message = page.getByRole("link", { name: title });
    await expect(async () => {
      await page.goto(`/mailbox?person=${encodeURIComponent(email)}`);
      expect(await message.count()).toBeGreaterThan(0);
    }).toPass({ timeout: 120_000 });
    await press(message.first());
    const opened = page.waitForEvent("popup");
    await press(
      page
        .frameLocator(`iframe[title^="Order ${identifier} for"]`)
        .getByRole("link", { name: "Approve", exact: true }),
    );
    const tab = await opened;
    await type(tab.getByLabel("Username or email address"), APPROVER);
    await type(tab.getByLabel("Password", { exact: true }), PASSWORD);
    await press(tab.getByRole("button", { name: "Log in" }));
    await press(tab.getByRole("button", { name: "Approve" }));
    await expect(tab.getByRole("heading", { name: `You approved order ${identifier}` })).toBeVisible();
  },
});

const exportAndShare: Task = {
  name: "export this month's orders of two sites and share that as a view",
  before: "impossible",
  as: ADMIN,
  run: async (person) => {
    const { page, press, type, goTo, tag, isPhone } = person;
    await goTo("Orders");
    await openFilter(person, "Order Date");
    await press(page.getByRole("button", { name: "This month" }));
    await openFilter(person, "Site");
    await press(page.getByRole("checkbox", { name: "Permian Yard 4" }));
    await press(page.getByRole("checkbox", { name: "Odessa Supply Hub" }));
    if (isPhone) {
      const saving = page.waitForEvent("download");
      await press(page.getByRole("button", { name: "Export" }));
      await saving;
      await press(page.getByRole("button", { name: /^View: / }));
      await press(page.getByRole("button", { name: "Save as new view" }));
    } else {
      const saving = page.waitForEvent("download");
      await press(page.getByRole("button", { name: "Export" }));
      await saving;
      await press(page.getByRole("button", { name: "Save as new view" }));
    }
    const dialog = page.getByRole("dialog", { name: "Save as new view" });
    await type(dialog.getByLabel("Name"), `Month of two sites ${tag}`);
    await press(dialog.getByRole("checkbox", { name: "Share with the company" }));
    await press(dialog.getByRole("button", { name: "Save" }));
    await expect(page.getByText("The view was saved.")).toBeVisible();
  },
};

/** The orders that the tasks begin with. */
export const placeOrders = async (demo: Demo): Promise<void> => {
  for (const width of [1440, 390] as const) {
    const tag = tagOf(width);
    await demo.placeOrder(`T1-${tag}-A`, SITES[width], "410.00");
    await demo.placeOrder(`T1-${tag}-B`, SITES[width], "1290.50");
    await demo.placeOrder(`T1-${tag}-C`, SITES[width], "7125.00");
    await demo.placeOrder(`T9-${tag}`, "Pleasanton Yard", width === 390 ? "275.25" : "980.10");
  }
};

export const orderTasks = (demo: Demo) => ({
  approveBelow,
  seeWhy,
  approveFromMail: approveFromMail(demo),
  exportAndShare,
});
