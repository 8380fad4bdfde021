import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { enterAs } from "./people.ts";

const SIGNED_OUT = ["/", "/forgot-password", "/reset-password?token=old"];
const SCREENS: [username: string, path: string][] = [
  ["acme-company.admin", "/"],
  ["acme-company.admin", "/nowhere"],
  ["platform.admin", "/"],
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      for (const path of SIGNED_OUT) {
        test(`${path} has no accessibility violation`, async ({ page }) => {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
        });
      }

      for (const [username, path] of SCREENS) {
        test(`${path} as ${username} has no accessibility violation`, async ({ page }) => {
          await enterAs(page, username, path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth > window.innerWidth,
          );
          expect(overflow).toBe(false);
        });
      }
    });
  }
}

test("the login page loads at most 150 kB of JavaScript, as it travels", async ({ page }) => {
  const sizes: number[] = [];
  page.on("requestfinished", async (request) => {
    if (request.resourceType() === "script") sizes.push((await request.sizes()).responseBodySize);
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
});
