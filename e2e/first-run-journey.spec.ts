import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startMailServer } from "@mcc/server/src/testing/mail-catcher.ts";
import { expect, type Page, test } from "@playwright/test";
import { type TOTP, URI } from "otpauth";
import { openInstallation } from "./installation.ts";

const PASSWORD = "Correct-Horse-7";
const COLOR = "#0f766e";

let mail: Awaited<ReturnType<typeof startMailServer>>;
let installation: Awaited<ReturnType<typeof openInstallation>>;
let address: string;

test.beforeAll(async () => {
  mail = await startMailServer();
  installation = await openInstallation();
  address = await installation.start("all", {
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: "MCC <mcc@example.com>",
  });
});

test.afterAll(async () => {
  await installation?.stop();
  await mail?.stop();
});

/** `npm run platform-admin`, on the database of the installation. */
const createPlatformAdmin = async (): Promise<string> => {
  const root = join(import.meta.dirname, "..");
  const given = ["--username", "rita.ops", "--email", "rita@example.com"];
  const names = ["--first-name", "Rita", "--last-name", "Ops"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/platform-admin.ts", "create", ...given, ...names],
    { cwd: root, env: { PATH: process.env.PATH, DATABASE_URL: installation.url, MCC_PUBLIC_URL: address } },
  );
  return /http\S+/.exec(stdout)?.[0] ?? "";
};

/** Platform admins need a second factor outside the demo. */
const enroll = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  const started = page.waitForResponse(/\/accounts\/profile\/factors\/$/);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const app = URI.parse((await (await started).json()).otpauth_url) as TOTP;
  await dialog.getByLabel("Code").fill(app.generate());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
};

const toast = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });

/** Sets the password by a link, and signs in with it. */
const acceptInvitation = async (page: Page, link: string, username: string): Promise<void> => {
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm new password").fill(PASSWORD);
  const create = page.getByRole("button", { name: "Create Password" });
  await create.click();
  await expect(create).toBeHidden();
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.getByLabel("Username or email address").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
};

const checked = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

/** The link that is in the e-mail to someone. */
const linkTo = async (recipient: string): Promise<string> => {
  const found = () => mail.received.find(({ to }) => to === recipient)?.shown ?? "";
  await expect.poll(found).toContain("/reset-password?token=");
  return /http\S+\/reset-password\?token=[\w-]+/.exec(found())?.[0] ?? "";
};

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

const pickEnabled = async (page: Page, label: string): Promise<void> => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: "Enabled", exact: true }).click();
};

const upload = async (page: Page, path: string, file: ReturnType<typeof csv>, done: string) => {
  await page.goto(address + path);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(toast(page, done)).toBeVisible();
};

test("an empty installation gets a platform admin, a company and an order that is approved (OPER-005)", async ({
  page,
}) => {
  // The operator creates the first account by command, and sees what the installation lacks.
  await acceptInvitation(page, await createPlatformAdmin(), "rita.ops");
  await enroll(page);
  await expect(page.getByText("There are no companies yet. Create the first one.")).toBeVisible();
  const area = page.getByRole("navigation", { name: "MCC Admin" });
  await area.getByRole("link", { name: "Checklist" }).click();
  await expect(checked(page, "E-mail")).toContainText(`The mail server 127.0.0.1:${mail.port} responds.`);
  await expect(checked(page, "Storage of documents")).toContainText("Works");
  await expect(checked(page, "Public address")).toContainText("works on this machine only");
  await expect(checked(page, "First company")).toContainText("There is no company yet.");
  await page.getByRole("button", { name: "Send me a test e-mail" }).click();
  await expect(checked(page, "E-mail")).toContainText(
    "The mail server accepted a message to rita@example.com.",
  );
  expect(mail.received.map(({ to }) => to)).toContain("rita@example.com");

  // A company, its configuration, its theme, its administrator.
  await area.getByRole("link", { name: "Companies" }).click();
  await page.getByRole("link", { name: "Create Company" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Quartz Mining");
  await page.getByRole("textbox", { name: "Domain" }).fill("goquartz.example.com");
  await page.getByRole("textbox", { name: "Slug Name" }).fill("quartz-mining");
  await page.getByRole("button", { name: "Create Company" }).click();
  await expect(page.getByRole("heading", { name: "Quartz Mining" })).toBeVisible();
  const company = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Create Company configuration" }).click();
  await page.getByRole("textbox", { name: "Tenant Group" }).fill("quartz");
  await page.getByRole("textbox", { name: "Name Extension / Customer ERP Id" }).fill("QZ-1");
  await pickEnabled(page, "Order Approval status");
  await pickEnabled(page, "Order Tracking status");
  await pickEnabled(page, "Hierarchy status");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL(/\/configuration\/edit$/);
  await page.goto(address + company);
  const theme = page.getByRole("region", { name: "Theme" });
  await theme.getByRole("textbox", { name: "Label" }).fill("Quartz Works");
  await theme.getByRole("textbox", { name: "Accent color" }).fill(COLOR);
  await theme.getByRole("button", { name: "Save Theme" }).click();
  await expect(toast(page, "Theme saved")).toBeVisible();
  await page.getByRole("button", { name: "Invite Administrator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "First Name" }).fill("Dana");
  await dialog.getByRole("textbox", { name: "Last Name" }).fill("Whitfield");
  await dialog.getByRole("textbox", { name: "Email" }).fill("dana@quartz.example.com");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Dana Whitfield" })).toContainText("Invited");

  // Its nodes, its sites, and a key for its storefront.
  await upload(
    page,
    `${company}/nodes/upload`,
    csv("nodes.csv", ["name,group,parent,users,sites", "North,Region,Quartz,,", "Quartz,Company,,,"]),
    "Nodes created successfully",
  );
  await upload(
    page,
    `${company}/sites/upload`,
    csv("sites.csv", [
      "Name,Division,Business Unit,Region,Email,Shop Username,Password,Location Name,Node,Site Type,Warehouse",
      "Pit 9,,,,pit9@quartz.example.com,quartz-pit9,Correct-Horse-9,,North,,",
    ]),
    "Sites created successfully",
  );
  await area.getByRole("link", { name: "API Keys" }).click();
  await page.getByRole("button", { name: "Create API Key" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Storefront");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  const key = await dialog.locator("code").textContent();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Log Out" }).click();

  // The administrator accepts the invitation from the e-mail, and decides who approves.
  await acceptInvitation(page, await linkTo("dana@quartz.example.com"), "dana@quartz.example.com");
  await expect(page).toHaveTitle("Home · Quartz Works");
  const accent = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--mantine-color-accent-filled").trim(),
    );
  await expect.poll(accent).toBe(COLOR);
  await page.goto(`${address}/configuration/approvals`);
  await page.getByRole("button", { name: "Create Order Approval Rule" }).click();
  await dialog.getByText("A user", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "User" }).fill("dana");
  await page.getByRole("option", { name: /Dana Whitfield/ }).click();
  await dialog
    .getByRole("treeitem", { name: /Quartz/ })
    .first()
    .click();
  await dialog.getByLabel("Order Total Above").fill("100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Order Approval Rule created correctly")).toBeVisible();

  // The storefront sends an order, which waits for her, and she approves it.
  const pushed = await page.request.put(
    `${address}/api/integration/v1/companies/quartz-mining/orders/QZ-1001`,
    {
      headers: { authorization: `ApiKey ${key}` },
      data: {
        ecommerce_username: "quartz-pit9",
        ordered_by: { name: "Sam Digger" },
        order_date: "2026-03-16T06:00:00Z",
        lines: [
          {
            product: "BIT-8",
            text: "Drill bit",
            quantity: 2,
            base_unit_price_value: "250.00",
            tax_amount: "0",
          },
        ],
      },
    },
  );
  expect(pushed.status()).toBe(200);
  await page.goto(`${address}/pending-approvals`);
  await page.getByRole("button", { name: "Approve QZ-1001" }).click();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(toast(page, "Order approved")).toBeVisible();
  await page.goto(`${address}/orders/QZ-1001`);
  await expect(page.getByRole("main")).toContainText("Accepted");
});
