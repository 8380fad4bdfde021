import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the mailbox of a person once it has so many messages of a title. What has loaded does not change any more. */
export const openMailbox = async (
  page: Page,
  email: string,
  title: string | RegExp,
  count = 1,
): Promise<Locator> => {
  const messages = page.getByRole("link", { name: title });
  await expect(async () => {
    await page.goto(`/mailbox?person=${encodeURIComponent(email)}`);
    expect(await messages.count()).toBeGreaterThanOrEqual(count);
  }).toPass();
  return messages;
};
