import { expect, test } from "@playwright/test";
import { openMailbox } from "./mailbox.ts";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";

test("a view becomes a report in two clicks, is sent now, and a colleague accepts it (REPT-001 partly, REPT-003 partly, REPT-005 partly)", async ({
  page,
  browser,
}) => {
  const { admin, people } = await openOwnCompany({ roles: ["Buyer"] });
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await openSignedIn(page, admin, "/sites?name=First");

  await test.step("the dialog says when it is sent and shows the e-mail", async () => {
    await page.getByRole("button", { name: "Send me this…" }).click();
    const dialog = page.getByRole("dialog", { name: "Send me this" });
    await expect(dialog.getByRole("status", { name: "The schedule in words" })).toContainText(
      /^Every working day at 7:00 AM, .+Next: /,
    );
    const mail = dialog.frameLocator("iframe");
    await expect(mail.getByRole("heading", { level: 1 })).toContainText("Sites");
    await expect(mail.getByText("First Site")).toBeVisible();
    await dialog.getByLabel("Colleagues").fill("Buyer");
    await page.getByRole("option", { name: /^Buyer/ }).click();
    await dialog.getByRole("button", { name: "Start Sending" }).click();
    await expect(dialog).toBeHidden();
    expect(violations).toEqual([]);
  });

  await test.step("it is listed with its next run and is sent now", async () => {
    await page.getByRole("button", { name: /^User menu/ }).click();
    await page.getByRole("link", { name: "Your reports" }).click();
    const row = page.getByRole("row", { name: /Sites/ });
    await expect(row).toContainText("You, Buyer (invited)");
    await expect(row).toContainText("Not yet");
    await row.getByRole("button", { name: "Run now Sites" }).click();
    await expect(row).not.toContainText("Not yet");
    await expect(await openMailbox(page, `${admin}@example.com`, /^Sites/)).toHaveCount(1);
  });

  await test.step("a colleague accepts the invitation", async () => {
    const colleague = await (await browser.newContext()).newPage();
    await openSignedIn(colleague, people.Buyer.username, "/reports");
    await expect(colleague.getByRole("list", { name: "Invitations" })).toContainText(
      "Ada Admin invites you to the report “Sites”",
    );
    await colleague.getByRole("button", { name: "Accept Sites" }).click();
    await expect(colleague.getByRole("row", { name: /Sites/ })).toContainText("From Ada Admin");
    await expect(colleague.getByRole("list", { name: "Invitations" })).toHaveCount(0);
    await colleague.context().close();
    await page.goto("/reports");
    await expect(page.getByRole("row", { name: /Sites/ })).toContainText("You, Buyer");
    await expect(page.getByRole("row", { name: /Sites/ })).not.toContainText("invited");
  });
});
