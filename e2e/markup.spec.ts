import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { MARKUP, openMarkupCompany } from "./markup-company.ts";
import { openInPage, openSignedIn, switchUser } from "./people.ts";
import { placeOrder } from "./placed-orders.ts";

/** What begins every planted text, as a reader sees it. */
const SEEN = MARKUP.slice(0, 20);
const PLATFORM = /^\/(companies|api-keys|event-deliveries|jobs|checklist)/;

/** Every page of the product, out of the table of pages. */
const PATHS = [
  ...new Set(
    [
      ...readFileSync(join(import.meta.dirname, "../apps/web/src/app/navigation.ts"), "utf8").matchAll(
        /\[\s*"(\/[\w$/-]*)",\s*"/g,
      ),
    ].map(([, path]) => String(path)),
  ),
];

/** With the record that a page is about. */
const pathOf = (path: string, records: Readonly<Record<string, string | number>>): string => {
  const known = Object.keys(records).find((start) => path.startsWith(start));
  if (path.includes("$") && !known)
    throw new Error(`Which record is ${path} about? Add it to the records of e2e/markup-company.ts.`);
  return known
    ? path.replace(known, known.replace(/\$\w+/, encodeURIComponent(String(records[known]))))
    : path;
};

/** Whether anything planted has become an element, in the page or in a frame of it. */
const plantedIn = async (page: Page): Promise<string[]> => {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const bad =
          "[data-planted], a[href^='javascript:' i], iframe[src^='javascript:' i], form[action^='javascript:' i]";
        return [...document.querySelectorAll(bad)].map(({ outerHTML }) => outerHTML.slice(0, 200));
      }),
    ),
  );
  return found.flat();
};

test("markup in any text of a company is shown as text on every page and in e-mails, and no script runs", async ({
  page,
}) => {
  const company = await openMarkupCompany(page);
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/planted ran|script-src/i.test(message.text())) ran.push(message.text());
  });
  await page.addInitScript(() => {
    Object.assign(window, { planted: () => console.error("planted ran") });
  });
  try {
    expect(company.refused).toEqual([]);
    const shown: string[] = [];
    const look = async (path: string) => {
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      expect([path, ...(await plantedIn(page))]).toEqual([path]);
      if ((await page.locator("body").textContent())?.includes(SEEN)) shown.push(path);
    };
    await openSignedIn(page, company.admin, "/nowhere");
    for (const path of PATHS.filter((one) => !PLATFORM.test(one))) {
      await openInPage(page, pathOf(path, company.records));
      await look(path);
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("data-planted");
    await expect(page.getByRole("dialog").getByText(SEEN).first()).toBeVisible();
    expect(await plantedIn(page)).toEqual([]);

    await switchUser(page, "platform.admin", "/nowhere");
    for (const path of PATHS.filter((one) => PLATFORM.test(one))) {
      await openInPage(page, pathOf(path, company.records));
      await look(path);
    }
    expect(shown.length, `It was seen on ${shown.join(", ")}`).toBeGreaterThan(20);

    await page.request.post("/api/accounts/password_reset/", { data: { userIdentifier: company.email } });
    await placeOrder(page, { at: { slug: company.slug, site: company.site } });
    await expect.poll(async () => (await company.messages()).length).toBeGreaterThan(2);
    const letters = await Promise.all(
      (await company.messages()).map(async ({ id }) => (await page.request.get(`/mailbox/${id}`)).text()),
    );
    const parsed = await page.evaluate(
      (texts) =>
        texts.map((text) => {
          const letter = new DOMParser().parseFromString(text, "text/html");
          return [letter.querySelectorAll("[data-planted], script").length, letter.body.textContent] as const;
        }),
      letters,
    );
    expect(parsed.map(([elements]) => elements)).toEqual(parsed.map(() => 0));
    expect(parsed.some(([, text]) => text.includes(SEEN))).toBe(true);
    expect(ran).toEqual([]);
  } finally {
    await company.close();
  }
});
