import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import {
  ann,
  ben,
  locatedAdmin,
  refusal,
  siteAdmin,
  siteRow,
  siteServer,
} from "../../testing/site-server.ts";
import { SitePage } from "./site-page.tsx";

const { role: _, is_company_admin: __, has_approval_rule: ___, ...annOfSite } = ann;
const site = siteRow(7, { users: [annOfSite], users_count: 1 });

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const labels = () => all("form label").map(({ textContent }) => textContent?.replace(/ \*$/, ""));
const errors = () => texts("form [id$=-error]");

const boxes = () => all("fieldset input[type=checkbox]") as HTMLInputElement[];

const CLONE = "/sites/7?action=CLONE";

const open = async (
  answers: Parameters<typeof siteServer>[1] = {},
  { who = siteAdmin, at = "/sites/7", fromList = false } = {},
) => {
  const served = siteServer([], { "GET /sites/7/": () => site, ...answers });
  const state = fromList ? { listReturn: { record: site, back: { region: "North" } } } : {};
  const page = renderPage(SitePage, who, served.server, { route: "/sites/$siteId", at, state });
  await eventually(() => expect(field("Name").value).toBe(at === CLONE ? "" : "Site 7"));
  return { ...served, page };
};

const CHANGES = {
  name: "Site 7",
  location_name: "",
  division: "Drilling",
  business_unit: "Bakken",
  region: "North",
  ecommerce_username: "acme-Site7",
  ecommerce_user_email: "7@example.com",
  site_type: 1,
  site_warehouse: 2,
  enable_analytics: true,
  users: [ann.id],
  users_before: [ann.id],
};

test("an address with a name leads to the site that has it, regardless of case (SHELL-049 partly)", async () => {
  const { server, sentTo } = siteServer([site], { "GET /sites/7/": () => site });
  const page = renderPage(SitePage, siteAdmin, server, { route: "/sites/$siteId", at: "/sites/SITE%207" });
  await eventually(() => expect(field("Name").value).toBe("Site 7"));
  expect(sentTo("GET /v2/sites/").map(({ query }) => new URLSearchParams(query).get("named"))).toEqual([
    "SITE 7",
  ]);
  expect(page.path()).toBe("/sites/7");
});

test("an address with a name that clones leads to the clone page", async () => {
  const { server } = siteServer([site], { "GET /sites/7/": () => site });
  const at = "/sites/SITE%207?action=CLONE";
  const page = renderPage(SitePage, siteAdmin, server, { route: "/sites/$siteId", at });
  await eventually(() => expect(field("Name").value).toBe(""));
  expect(find("h1")?.textContent).toBe("Clone Site");
  expect([page.path(), page.search()]).toEqual(["/sites/7", { action: "CLONE" }]);
});

test("a site that is opened directly is loaded and edited, with all its fields (SITE-061 partly, SITE-062, SITE-063, SITE-064)", async () => {
  const { sentTo } = await open();
  expect(sentTo("GET /sites/7/").length).toBeGreaterThan(0);
  expect(find("h1")?.textContent).toBe("Edit Site");
  expect(find("nav[aria-label=Breadcrumbs]")?.textContent).toMatch(/^Sites.*Edit Site$/);
  expect(control("Return to sites")?.getAttribute("href")).toBe("/sites");
  expect(labels().slice(0, 9)).toEqual([
    ...["Name", "Email", "Type", "Warehouse Name", "Division", "Business Unit", "Region"],
    ...["Enable Analytics", "Shop Username"],
  ]);
  await eventually(() => expect(field("Type").value).toBe("Yard"));
  expect(field("Shop Username").value).toBe("acme-Site7");
  await eventually(() => expect(boxes().map(({ checked }) => checked)).toEqual([true, false]));
});

test("a changed site is saved with all its fields, and the list is as it was left (SITE-069, SITE-071 partly)", async () => {
  const { sentTo, page } = await open({ "PATCH /sites/7/": () => site }, { fromList: true });
  expect(control("Save")?.hasAttribute("disabled")).toBe(true);
  await fill("Region", "South");
  await eventually(() => expect(boxes()).toHaveLength(2));
  boxes()[1]?.click();
  await eventually(() => expect(find("form [role=status]")?.textContent).toBe("2 selected"));
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/sites"));
  expect(page.search()).toEqual({ region: "North" });
  expect(sentTo("PATCH /sites/7/").map(({ body }) => body)).toEqual([
    { ...CHANGES, region: "South", users: [ann.id, ben.id] },
  ]);
  expect(toasts()).toEqual(["Site successfully saved"]);
});

test("an address that says so clones, without what a list hands over: the original is not saved (SITE-061, SITE-070)", async () => {
  const { sentTo, page } = await open({ "POST /sites/7/clone/": () => siteRow(8) }, { at: CLONE });
  expect(find("h1")?.textContent).toBe("Clone Site");
  expect(find("nav[aria-label=Breadcrumbs]")?.textContent).toMatch(/^Sites.*Clone Site$/);
  // Only one site can have a name, and orders name their site by its shop user.
  expect([field("Name").value, field("Shop Username").value]).toEqual(["", ""]);
  await fill("Name", "Site 8");
  await fill("Shop Username", "other-Site8");
  expect(errors()).toEqual(['Shop Username prefix should start with "acme-"']);
  await fill("Shop Username", "acme-Site8");
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/sites"));
  expect(sentTo("POST /sites/7/clone/").map(({ body }) => body)).toEqual([
    { ...CHANGES, name: "Site 8", ecommerce_username: "acme-Site8" },
  ]);
  expect(sentTo("PATCH")).toEqual([]);
});

test("the way back from a clone leads to the list as it was left", async () => {
  await open({}, { at: CLONE, fromList: true });
  expect(control("Return to sites")?.getAttribute("href")).toBe("/sites?region=North");
});

test("a clone without a shop username gets one from the server", async () => {
  const { sentTo, page } = await open({ "POST /sites/7/clone/": () => siteRow(8) }, { at: CLONE });
  await fill("Name", "Site 8");
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/sites"));
  expect(sentTo("POST /sites/7/clone/")[0]?.body).not.toHaveProperty("ecommerce_username");
});

test("a shop username without the prefix stays as it is while something else changes", async () => {
  const odd = { ...site, ecommerce_username: "zzz-Odd" };
  const { sentTo, page } = await open({ "GET /sites/7/": () => odd, "PATCH /sites/7/": () => odd });
  await fill("Region", "South");
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/sites"));
  expect(sentTo("PATCH")[0]?.body).toMatchObject({ region: "South", ecommerce_username: "zzz-Odd" });
});

test("saving a site with an approval rule asks first (SITE-065)", async () => {
  const { sentTo, page } = await open({
    "GET /sites/7/": () => ({ ...site, has_approval_rule: true }),
    "PATCH /sites/7/": () => site,
  });
  await fill("Region", "South");
  await click("Save");
  await eventually(() => expect(control("Cancel")).toBeDefined());
  expect(find("[role=dialog]")?.textContent).toContain("approval rule");
  await click("Cancel");
  expect(sentTo("PATCH")).toEqual([]);
  await click("Save");
  await eventually(() => expect(find("[role=dialog]")).not.toBeNull());
  const confirm = [...(find("[role=dialog]")?.querySelectorAll("button") ?? [])].at(-1);
  confirm?.click();
  await eventually(() => expect(page.path()).toBe("/sites"));
  expect(sentTo("PATCH")).toHaveLength(1);
});

test("the shop username is required and begins with the prefix of the company or the node (SITE-066, SITE-067)", async () => {
  await open();
  for (const [typed, shown] of [
    ["", ["Shop Username field is required"]],
    ["other-Site7", ['Shop Username prefix should start with "acme-"']],
    ["acme-Seven", []],
  ] as const) {
    await fill("Shop Username", typed);
    await eventually(() => expect(errors()).toEqual(shown));
  }
  const inTree = { ...site, location_name: "Gate 4", node: 4, ecommerce_username: "corp-Site7" };
  const { sentTo, page } = await open(
    { "GET /sites/7/": () => inTree, "PATCH /sites/7/": () => inTree },
    { who: locatedAdmin },
  );
  expect(labels()).not.toContain("Division");
  await eventually(() => expect(field("Node").value).toBe("Corp"));
  await choose("Node", "NorthCorp");
  await click("Save");
  await eventually(() => expect(errors()).toEqual(['Shop Username prefix should start with "nor-"']));
  await fill("Shop Username", "nor-Site7");
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/sites"));
  const { users, users_before, ...fields } = CHANGES;
  expect(sentTo("PATCH")[0]?.body).toEqual({
    ...fields,
    location_name: "Gate 4",
    ecommerce_username: "nor-Site7",
    organization_node: 5,
  });
});

test("the warehouse is marked as required, and an empty one is saved all the same (SITE-068)", async () => {
  const { sentTo } = await open({
    "GET /sites/7/": () => ({ ...site, site_warehouse: null }),
    "PATCH /sites/7/": () => site,
  });
  const label = all("form label").find(({ textContent }) => textContent?.startsWith("Warehouse Name"));
  expect(label?.textContent).toBe("Warehouse Name *");
  await fill("Region", "South");
  await click("Save");
  await eventually(() => expect(sentTo("PATCH")).toHaveLength(1));
  expect(sentTo("PATCH")[0]?.body).toMatchObject({ site_warehouse: null });
});

test("a failure is told, with the server's words under its fields, and nothing is lost (SITE-071)", async () => {
  let answer = refusal(400, { name: ["Site with this name already exists"] });
  await open({ "PATCH /sites/7/": () => answer });
  await fill("Region", "South");
  await click("Save");
  await eventually(() => expect(errors()).toEqual(["Site with this name already exists"]));
  expect(toasts()).toEqual(["There has been an error while saving the Site. Try again later"]);
  expect(field("Region").value).toBe("South");
  await fill("Name", "Site 9");
  answer = refusal(500, {});
  await click("Save");
  await eventually(() => expect(toasts()).toHaveLength(2));
  expect(field("Name").value).toBe("Site 9");
});

test("a warehouse that is no longer offered stays shown on the site that has it", async () => {
  const { sentTo } = await open({
    "GET /sites/list-warehouses/": () => onePage([{ id: 9, name: "Dock" }]),
    "PATCH /sites/7/": () => site,
  });
  await eventually(() => expect(field("Warehouse Name").value).toBe("Houston"));
  await choose("Warehouse Name", "Dock");
  expect(field("Warehouse Name").value).toBe("Dock");
  expect(sentTo("PATCH")).toEqual([]);
});
