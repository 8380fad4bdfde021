import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";

const node = (page: Page, name: string) => page.locator("[data-node]").filter({ hasText: name });
const view = (page: Page) => page.locator("[role=group] > svg > g");
const scaleOf = async (page: Page) =>
  Number(/scale\((.*)\)/.exec((await view(page).getAttribute("transform")) ?? "")?.[1]);
const row = (page: Page, name: string) => page.getByRole("treeitem", { name });

const middleOf = async (page: Page, name: string) => {
  const box = await node(page, name).locator("rect, circle").first().boundingBox();
  if (!box) throw new Error(`${name} is not drawn.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("a company admin looks around in the tree, moves a node after a preview, and opens another one (HIER-080, HIER-081)", async ({
  page,
}) => {
  const { companyId, admin, site, people } = await openOwnCompany({
    roles: ["Buyer"],
    nodes: { Corp: null, North: null, South: null },
  });
  const nodes = await queryDatabase<{ id: string; name: string }>(
    "select id, name from organization_nodes where company_id = $1",
    [companyId],
  );
  const idOf = (name: string) => nodes.find((one) => one.name === name)?.id;
  await queryDatabase("update sites set node_id = $1 where id = $2", [idOf("North"), site.id]);
  await queryDatabase("update users set node_id = $1 where id = $2", [idOf("South"), people.Buyer.id]);

  await openSignedIn(page, admin, "/hierarchy/tree");
  await expect(node(page, "South")).toBeVisible();
  await expect(page.locator("[data-node]")).toHaveCount(3);
  const shown = page.locator("[data-minimap] rect");
  const wide = Number(await shown.getAttribute("width"));
  await page.getByRole("button", { name: "Zoom In" }).click();
  expect(await scaleOf(page)).toBeCloseTo(1.2);
  expect(Number(await shown.getAttribute("width"))).toBeLessThan(wide);
  await page.getByRole("button", { name: "Zoom Out" }).click();
  expect(await scaleOf(page)).toBeCloseTo(0.96);
  await page.getByRole("button", { name: "Reset Zoom" }).click();
  expect(await scaleOf(page)).toBe(1);

  // Dragging the background pans, and a reload keeps what is shown.
  const south = await middleOf(page, "South");
  await page.mouse.move(south.x, south.y + 120);
  await page.mouse.down();
  await page.mouse.move(south.x + 70, south.y + 100, { steps: 4 });
  await page.mouse.up();
  const panned = await middleOf(page, "South");
  expect([Math.round(panned.x - south.x), Math.round(panned.y - south.y)]).toEqual([70, -20]);
  const before = await view(page).getAttribute("transform");
  await page.reload();
  await expect(node(page, "South")).toBeVisible();
  await expect(view(page)).toHaveAttribute("transform", before ?? "");

  // The search brings a node into the middle.
  await page.getByRole("searchbox", { name: "Find a node" }).fill("nor");
  await expect(page.getByText("1 of 1")).toBeVisible();
  await expect(node(page, "North")).toHaveAttribute("data-mark", "selected");

  const [from, to] = [await middleOf(page, "North"), await middleOf(page, "South")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await expect(node(page, "South")).toHaveAttribute("data-mark", "target");
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Move Node" });
  await expect(dialog).toContainText("Move “North” below “South”?");
  await expect(dialog).toContainText("1 node and 1 site move along.");
  await expect(dialog).toContainText("Who will see more sites");
  await expect(dialog.getByRole("listitem")).toHaveText(["Buyer: First Site"]);
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(page.getByRole("status").filter({ hasText: "updated correctly" })).toBeVisible();
  await expect(row(page, "North")).toHaveAttribute("aria-level", "3");
  const [moved] = await queryDatabase<{ parent_id: string }>(
    "select parent_id from organization_nodes where id = $1",
    [idOf("North")],
  );
  expect(moved?.parent_id).toBe(idOf("South"));

  await node(page, "South").click();
  await expect(page).toHaveURL(new RegExp(`/hierarchy/${idOf("South")}$`));
  await page.goBack();
  await expect(row(page, "North")).toHaveAttribute("aria-level", "3");
});
