import { join } from "node:path";
import { expect, test } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, type PreviewServer, preview } from "vite";

let server: PreviewServer;

test.beforeAll(async () => {
  const root = join(import.meta.dirname, "harness");
  const outDir = join(process.env.E2E_DATA_DIR ?? root, `harness-${test.info().workerIndex}`);
  const common = { root, configFile: false, logLevel: "error" } as const;
  await build({ ...common, plugins: [react()], build: { outDir, emptyOutDir: true } });
  server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
});
test.afterAll(() => server.close());

test("a create dialog stays open while a field is invalid, closes after it was saved, and opens empty again (SHELL-040, SHELL-044, SHELL-045)", async ({
  page,
}) => {
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  await page.getByRole("button", { name: "Create Thing" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Thing" });
  const create = dialog.getByRole("button", { name: "Create" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await create.click();
  await expect(dialog.getByText("Name field is required")).toBeVisible();
  await dialog.getByLabel("Name").fill("Taken");
  await create.click();
  await expect(dialog.getByText("This name is taken.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Taken");
  await expect(dialog.getByLabel("Note")).toHaveAttribute("rows", "5");
  await expect(dialog.getByLabel("Note")).toHaveAttribute("maxlength", "10000");
  await dialog.getByLabel("Name").fill("Fresh");
  await create.click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveTitle("Made Fresh");
  await page.getByRole("button", { name: "Create Thing" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  // A text of any length is folded, and there for whoever wants it.
  const folded = page.getByText("A long reason.");
  const height = async () => (await folded.boundingBox())?.height ?? 0;
  const short = await height();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(height).toBeGreaterThan(3 * short);
  await page.getByRole("button", { name: "Show less" }).click();
  await expect.poll(height).toBe(short);
});
