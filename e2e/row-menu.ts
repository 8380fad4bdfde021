import type { Locator, Page } from "@playwright/test";

/** The button that opens the menu of a record's row. */
export const rowMenu = (page: Page, record: string): Locator =>
  page.getByRole("button", { name: `More actions ${record}`, exact: true });

/** Chooses an entry in the menu of a record's row, such as "Delete" of "Finance". */
export const chooseRowAction = async (page: Page, action: string, record: string): Promise<void> => {
  await rowMenu(page, record).click();
  await page.getByRole("menuitem", { name: `${action} ${record}`, exact: true }).click();
};
