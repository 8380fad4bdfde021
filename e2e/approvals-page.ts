import type { Page } from "@playwright/test";
import { sidebarOf } from "./people.ts";
import { ADMIN, requestAs } from "./placed-orders.ts";

export const PATH = "/pending-approvals";
/** The site where the orders of these browser tests are pending for one of the leads. */
export const TRAIL = `${PATH}?site=Trail`;
export const MANAGER = "borealis-region.manager";
export const headers = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim());
export const rowOf = (page: Page, identifier: string) =>
  page.locator("tbody tr").filter({ hasText: identifier });
export const inRow = (page: Page, identifier: string, name: "Approve" | "Reject") =>
  rowOf(page, identifier).getByRole("button", { name: `${name} ${identifier}` });
export const inMain = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
export const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });
export const orderOf = (page: Page, identifier: string) =>
  requestAs(page, ADMIN, "GET", `/orders/${identifier}/`);
export const approveAs = (page: Page, username: string, identifier: string) =>
  requestAs(page, username, "POST", `/orders/${identifier}/approve/`);
export const dialogOf = (page: Page) => page.getByRole("dialog");
export const confirm = (page: Page, name: "Approve" | "Reject") =>
  dialogOf(page).getByRole("button", { name });
export const reasonIn = (page: Page) => dialogOf(page).getByRole("textbox", { name: "Reason" });
export const reloading = (page: Page) => page.waitForResponse(/\/api\/orders\/pending\/\?/);
export const badge = (page: Page) => sidebarOf(page).getByRole("link", { name: /^Pending Approvals/ });

/** The columns that every user has, without a hierarchy. */
export const OWN = ["Site", "Business Unit", "Order", "PO", "Order Date", "Lines", "Total", "Approved By"];
/** The columns before them with a hierarchy. */
export const PLACES = ["Site", "Location Name", "Corporate", "Region", "Division", "Area"];
