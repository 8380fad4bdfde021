import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { dialogForm } from "../../../testing/dialog-form.ts";
import { hierarchyServer, nodeRow } from "../../../testing/hierarchy-server.ts";
import { onePage } from "../../../testing/order-rows.ts";
import {
  all,
  choose,
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
import { diagramItems } from "./diagram/diagram-items.ts";
import { layoutOf } from "./diagram/tree-layout.ts";
import { treePicture } from "./diagram/tree-picture.ts";
import { TreePage } from "./tree-page.tsx";

const user = person({ company: companyWith(null, null, true), is_company_admin: true });
const tree = treeItem(1, "Corp", [
  treeItem(2, "North", [treeItem(4, "Camp", [], { sites_count: 2 })], { users_count: 3 }),
  treeItem(3, "South", [], { pending_orders_count: 1 }),
]);

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
  expect(texts("nav a, h1")).toEqual(["Hierarchy", "Tree"]);
  expect(names().filter((name) => /[a-z]/.test(name ?? ""))).toEqual(["Corp", "North", "Camp", "South"]);
  expect(find("[data-minimap] path")?.getAttribute("d")?.match(/M/g)).toHaveLength(4);
  expect(find("circle")?.getAttribute("r")).toBe("30");
  const numbers = (id: number) => texts(`[data-node="${id}"] g > g > text`);
  expect([1, 2, 3].map(numbers)).toEqual([
    ["2", "3", "1"],
    ["2", "3", "0"],
    ["0", "0", "1"],
  ]);
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
    "North2 sites, 3 users, 0 pending orders",
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

test("a click on a node of the outline selects it there and in the diagram, a double click opens it", async () => {
  const page = await showTree();
  const south = all("[role=treeitem]")[3];
  south?.click();
  await eventually(() => expect(find('[data-node="3"]')?.getAttribute("data-mark")).toBe("selected"));
  expect(south?.getAttribute("aria-selected")).toBe("true");
  expect(page.path()).toBe("/hierarchy/tree");
  south?.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
  await eventually(() => expect(page.path()).toBe("/hierarchy/3"));
});

test("a new parent of the same group gets a remark, and may be chosen", async () => {
  const groups = [1, 2, 2, 3];
  const { server } = hierarchyServer({
    "GET /company-hierarchy/tree/": () => tree,
    "GET /company-hierarchy/organization-nodes/": () =>
      onePage(
        ["Corp", "North", "South", "Camp"].map((name, at) =>
          nodeRow(at + 1, name, { parent: null, organization_group: groups[at] }),
        ),
      ),
  });
  renderPage(TreePage, user, server, { route: "/hierarchy/tree", at: "/hierarchy/tree" });
  await eventually(() => expect(all("[data-node]")).toHaveLength(4));
  find("[role=tree]")?.focus();
  for (const key of ["End", "m"]) await press(key);
  await eventually(() => expect(dialogForm.title()).toBe("Move Node: South"));
  const remark = () => texts("[role=dialog] [id$=-description]");
  await choose("New parent", "Camp");
  expect(remark()).toEqual([]);
  await choose("New parent", "North");
  await eventually(() => expect(remark()).toEqual(["“North” belongs to the same group as this node."]));
  expect(dialogForm.errors()).toEqual([]);
});

test("a node is moved by the keyboard too, after the same preview of who gains and loses which sites", async () => {
  const sent: unknown[] = [];
  const preview = {
    ...{ nodes_count: 1, sites_count: 2, gains: { users_count: 0, users: [] } },
    loses: {
      users_count: 2,
      users: [
        { id: 8, first_name: "Ann", last_name: "Lee", sites: [{ id: 1, name: "Yard" }], sites_count: 2 },
      ],
    },
  };
  const { server, sentTo } = hierarchyServer({
    "GET /company-hierarchy/tree/": () => tree,
    "POST /company-hierarchy/organization-nodes/4/move-preview/": (body) => {
      sent.push(body);
      return preview;
    },
    "PATCH /company-hierarchy/organization-nodes/4/": () => nodeRow(4, "Camp"),
    "GET /company-hierarchy/organization-nodes/": () =>
      onePage(["Corp", "North", "South", "Camp"].map((name, at) => nodeRow(at + 1, name, { parent: null }))),
  });
  renderPage(TreePage, user, server, { route: "/hierarchy/tree", at: "/hierarchy/tree" });
  await eventually(() => expect(all("[data-node]")).toHaveLength(4));
  find("[role=tree]")?.focus();
  await press("m");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  for (const key of ["ArrowDown", "ArrowDown", "m"]) await press(key);
  await eventually(() => expect(dialogForm.title()).toBe("Move Node: Camp"));
  await choose("New parent", "North");
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(["The node is below “North” already."]));
  expect(sent).toEqual([]);
  await choose("New parent", "South");
  await eventually(() =>
    expect(texts("[role=dialog] li")).toEqual(["Ann Lee: Yard and 1 more", "and 1 more user"]),
  );
  expect(texts("[role=dialog] p")).toContain("Who will see fewer sites");
  expect(sent).toEqual([{ parent: 3 }]);
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("Organization node updated correctly"));
  expect(sentTo("PATCH").map(({ path, body }) => [path, body])).toEqual([
    ["/company-hierarchy/organization-nodes/4/", { parent: 3 }],
  ]);
});

test("the picture to download has every shown node, with its name and numbers as text", () => {
  const items = diagramItems(treeItem(1, "Corp", [treeItem(2, "<North> & Co", [], { sites_count: 7 })]));
  const picture = new DOMParser().parseFromString(
    treePicture(layoutOf(items.root, new Set([1]))),
    "image/svg+xml",
  );
  expect(picture.querySelector("parsererror")).toBeNull();
  expect([...picture.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual([
    ...["Corp", "7", "0", "0"],
    ...["<North> & Co", "7", "0", "0"],
  ]);
  expect(picture.querySelectorAll("circle, rect.b")).toHaveLength(2);
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
