import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  find,
  press,
  texts,
  toasts,
} from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { treeItem } from "../../../testing/tree-items.ts";
import { TreePage } from "./tree-page.tsx";

const user = person({ company: companyWith(null, null, true), is_company_admin: true });
const tree = treeItem(1, "Corp", [treeItem(2, "North", [treeItem(4, "Camp")]), treeItem(3, "South")]);

beforeEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  clearToasts();
});

const showTree = async () => {
  const page = renderPage(
    TreePage,
    user,
    ({ url }) => (url.pathname.endsWith("/company-hierarchy/tree/") ? tree : undefined),
    { route: "/hierarchy/tree", at: "/hierarchy/tree" },
  );
  await eventually(() => expect(all("[data-node]")).toHaveLength(4));
  return page;
};
const names = () => texts("[data-node] > text, [data-node] > g > text:first-of-type");
const transform = () => find("[role=group] svg > g")?.getAttribute("transform");
const scale = () => Number(/scale\((.*)\)/.exec(transform() ?? "")?.[1]);
const rows = () => texts("[role=treeitem] > span:nth-of-type(2)");

test("the page draws every node, with a minimap and the buttons that zoom (HIER-080 partly)", async () => {
  await showTree();
  expect(texts("header p, h1")).toEqual(["Hierarchy", "Tree"]);
  expect(names().filter((name) => /[a-z]/.test(name ?? ""))).toEqual(["Corp", "North", "Camp", "South"]);
  expect(find("[data-minimap] path")?.getAttribute("d")?.match(/M/g)).toHaveLength(4);
  expect(find("circle")?.getAttribute("r")).toBe("30");
  expect(scale()).toBe(1);
  await click("Zoom In");
  expect(scale()).toBeCloseTo(1.2);
  await click("Zoom Out");
  expect(scale()).toBeCloseTo(0.96);
  for (let n = 0; n < 12; n++) await click("Zoom Out");
  expect(scale()).toBe(0.25);
  const shown = find("[data-minimap] rect")?.getAttribute("width");
  await click("Reset Zoom");
  expect(scale()).toBe(1);
  expect(Number(find("[data-minimap] rect")?.getAttribute("width"))).toBeLessThan(Number(shown));
});

test("the outline has the same nodes for the keyboard: arrows move, expand and collapse, Enter opens", async () => {
  const page = await showTree();
  const outline = find("[role=tree]");
  if (!outline) throw new Error("There is no outline.");
  outline.focus();
  const active = () => document.getElementById(outline.getAttribute("aria-activedescendant") ?? "");
  expect(rows()).toEqual(["Corp", "North", "Camp", "South"]);
  await press("ArrowDown");
  expect([active()?.textContent, active()?.getAttribute("aria-expanded")]).toEqual([
    "North0 sites, 0 users, 0 pending orders",
    "true",
  ]);
  await press("ArrowLeft");
  expect(rows()).toEqual(["Corp", "North", "South"]);
  expect(all("[data-node]")).toHaveLength(3);
  await press("End");
  expect(active()?.textContent).toContain("South");
  expect(active()?.getAttribute("aria-level")).toBe("2");
  await press("ArrowLeft");
  expect(active()?.textContent).toContain("Corp");
  await press("ArrowDown");
  await press("ArrowRight");
  expect(rows()).toContain("Camp");
  await press("Enter");
  await eventually(() => expect(page.path()).toBe("/hierarchy/2"));
});

test("Collapse all leaves the root, Expand all shows every node again", async () => {
  await showTree();
  await click("Collapse all");
  expect(rows()).toEqual(["Corp"]);
  await click("Expand all");
  expect(rows()).toEqual(["Corp", "North", "Camp", "South"]);
  expect(control("Download SVG")).toBeDefined();
});

test("a tree that cannot be loaded says so (HIER-087)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  renderPage(TreePage, user, () => Response.json({ detail: "Broken" }, { status: 500 }), {
    route: "/hierarchy/tree",
    at: "/hierarchy/tree",
  });
  await eventually(() =>
    expect(document.body.textContent).toContain("There has been an error retrieving the Hierarchy Tree"),
  );
  await eventually(() => expect(toasts()).toEqual(["There has been an error retrieving the Hierarchy Tree"]));
});
