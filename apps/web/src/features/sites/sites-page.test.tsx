import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import {
  all,
  chooseRowAction,
  clearToasts,
  click,
  control,
  eventually,
  fill,
  openRowMenu,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal, siteRow, siteServer } from "../../testing/site-server.ts";
import { SitesPage } from "./sites-page.tsx";

const company = { ...companyWith(true, true, null), has_location_name_required: true };
const admin = person({ is_company_admin: true, can_impersonate: true, company });
const impersonator = person({ can_impersonate: true, company });
const regular = person({ company });

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const rows = () => all("[data-row]");
const shown = (count: number) => eventually(() => expect(rows()).toHaveLength(count));
const headers = () => texts("thead th").map((label) => label?.trim());
const COLUMNS = ["Name", "Location Name", "Site Type", "Business Unit", "Division", "Region", "Users"];

test("the columns stand in their order, with the actions for company admins and impersonators only (SITE-003, SITE-009)", async () => {
  const { server } = siteServer([siteRow(1)]);
  for (const [who, columns] of [
    [admin, [...COLUMNS, "Actions"]],
    [impersonator, [...COLUMNS, "Actions"]],
    [regular, COLUMNS],
  ] as const) {
    renderPage(SitesPage, who, server);
    await shown(1);
    expect(headers()).toEqual(columns);
  }
});

test("sites are created, cloned, edited and deleted by company admins only; impersonators can log in as them (SITE-002, SITE-010)", async () => {
  const { server } = siteServer([siteRow(1)]);
  const ofRow = () => [...(rows()[0]?.querySelectorAll("td:last-child :is(a, button)") ?? [])];
  for (const [who, isAdmin, actions] of [
    [admin, true, ["Edit Site 1", "More actions Site 1", "Login to Ecommerce As Site 1"]],
    [impersonator, false, ["Login to Ecommerce As Site 1"]],
    [regular, false, []],
  ] as const) {
    renderPage(SitesPage, who, server);
    await shown(1);
    expect(control("Create Site") !== undefined).toBe(isAdmin);
    expect(ofRow().map((one) => one.getAttribute("aria-label"))).toEqual(actions);
    if (isAdmin) expect(await openRowMenu("Site 1")).toEqual(["Clone Site 1", "Delete Site 1"]);
  }
});

test("the name, edit and clone open the page of the site, with the site and, in the address, what is to be done (SITE-011)", async () => {
  const { server } = siteServer([siteRow(7)]);
  for (const [name, address, search] of [
    ["Site 7", "/sites/7", {}],
    ["Edit Site 7", "/sites/7", {}],
    ["Clone Site 7", "/sites/7?action=CLONE", { action: "CLONE" }],
  ] as const) {
    const page = renderPage(SitesPage, admin, server);
    await shown(1);
    if (name.startsWith("Clone")) await openRowMenu("Site 7");
    // What a new tab opens.
    expect(control(name)?.getAttribute("href")).toBe(address);
    await click(name);
    await eventually(() => expect(page.path()).toBe("/sites/7"));
    expect(page.search()).toEqual(search);
    expect(page.state()).toMatchObject({ listReturn: { record: { id: 7, name: "Site 7" } } });
  }
});

test("deleting asks first, and then fetches the list again as it is (SITE-012, SITE-072, SITE-073 partly)", async () => {
  let isThere = true;
  const { server, sentTo } = siteServer([], {
    "GET /v2/sites/": () => ({
      ...{ count: 1, next: null, previous: null, current_url: "" },
      results: isThere ? [siteRow(1), siteRow(2)] : [siteRow(2)],
    }),
    "DELETE /sites/1/": () => {
      isThere = false;
      return { detail: "Site deleted correctly" };
    },
  });
  renderPage(SitesPage, admin, server, { at: "/?name=site&offset=20" });
  await shown(2);
  await chooseRowAction("Delete", "Site 1");
  await eventually(() => expect(control("Cancel")).toBeDefined());
  await click("Cancel");
  expect(sentTo("DELETE")).toEqual([]);
  const before = sentTo("GET /v2/sites/").length;
  await chooseRowAction("Delete", "Site 1");
  await eventually(() => expect(control("Delete")).toBeDefined());
  await click("Delete");
  await shown(1);
  expect(toasts()).toEqual(["Site deleted correctly"]);
  const again = sentTo("GET /v2/sites/").slice(before);
  expect(again.length).toBeGreaterThan(0);
  for (const { query } of again) expect(query).toMatch(/(?=.*name=site)(?=.*offset=20)/);
});

test("a refused deletion says why, and the site stays (SITE-073)", async () => {
  const detail = "Pending orders have no other eligible approver: approve or reject them first.";
  const { server } = siteServer([siteRow(1)], { "DELETE /sites/1/": () => refusal(409, { detail }) });
  renderPage(SitesPage, admin, server);
  await shown(1);
  await chooseRowAction("Delete", "Site 1");
  await eventually(() => expect(control("Delete")).toBeDefined());
  await click("Delete");
  await eventually(() =>
    expect(toasts()).toEqual(["There was an error trying to delete the site. Please try again"]),
  );
  expect(rows()).toHaveLength(1);
});

test("an answer of more than 20 sites empties the table (SITE-014)", async () => {
  const sites = Array.from({ length: 21 }, (_, at) => siteRow(at + 1));
  renderPage(SitesPage, admin, siteServer(sites.slice(0, 20)).server);
  await shown(20);
  renderPage(SitesPage, admin, siteServer(sites).server);
  await eventually(() => expect(document.body.textContent).toContain("There is no information to show."));
  expect(rows()).toHaveLength(0);
});

test("the users beyond the first four are loaded page by page (SITE-008 partly)", async () => {
  const users = Array.from({ length: 25 }, (_, at) => ({ id: at + 1, username: `user-${at + 1}` }));
  const page = (from: number, next: string | null) => ({
    ...{ count: 25, next, previous: null, current_url: "", results: users.slice(from, from + 20) },
  });
  let asked = 0;
  const { server, sentTo } = siteServer([siteRow(1, { users: users.slice(0, 4), users_count: 25 })], {
    "GET /v2/sites/1/users/": () => (++asked === 1 ? page(0, "?") : page(20, null)),
  });
  renderPage(SitesPage, regular, server);
  await shown(1);
  expect(rows()[0]?.textContent).toContain("user-1, user-2, user-3, user-4");
  await click("25 users of Site 1");
  const listed = () => texts("[role=dialog] li");
  await eventually(() => expect(listed()).toHaveLength(20));
  await click("Show more (5 left)");
  await eventually(() => expect(listed()).toEqual(users.map(({ username }) => username)));
  const queries = sentTo("GET /v2/sites/1/users/").map(({ query }) => query);
  expect(queries).toEqual(["?limit=20&offset=0", "?limit=20&offset=20"]);
});

test("the view Essentials can be one's default: the list opens with it until another one is chosen (VIEW-006 partly)", async () => {
  let columns: unknown = null;
  const { server } = siteServer([siteRow(1)], {
    "GET /lists/sites/views/": () => ({ results: [] }),
    "GET /accounts/preferences/columns%3Asites/": () => ({ value: columns }),
    "PUT /accounts/preferences/columns%3Asites/": (body) => {
      columns = (body as { value: unknown }).value;
      return body;
    },
  });
  const ESSENTIALS = ["Name", "Location Name", "Site Type"];
  const open = () => renderPage(SitesPage, regular, server, { route: "/sites", at: "/sites" });
  const showsColumns = (shown: readonly string[]) => eventually(() => expect(headers()).toEqual(shown));
  const choose = async (view: string, name: string) => {
    await eventually(() => expect(control(`View: ${view}`)).toBeDefined());
    await click(`View: ${view}`);
    await eventually(() => expect(control(name)).toBeDefined());
    await click(name);
  };
  open();
  await showsColumns(COLUMNS);
  await choose("All columns", "Essentials");
  await showsColumns(ESSENTIALS);
  await choose("Essentials", "Set as my default");
  await eventually(() => expect(toasts()).toContain("This list opens with the view from now on."));
  await eventually(() => expect(columns).toEqual(["@essentials"]));

  const page = open();
  await showsColumns(ESSENTIALS);
  expect(page.search()).toEqual({ view: "essentials" });
  await choose("Essentials", "All columns");
  await showsColumns(COLUMNS);
  expect(page.search()).toEqual({ view: "own" });
  await choose("All columns", "Essentials");
  await showsColumns(ESSENTIALS);
  await choose("Essentials", "Remove as my default");
  await eventually(() => expect(columns).toEqual([]));
  open();
  await showsColumns(COLUMNS);
});

test("what was filtered is saved as a view by one press beside the filters; an open view offers it elsewhere", async () => {
  const saved: object[] = [];
  const view = { id: 7, name: "Yards", columns: ["name"], ordering: null, filters: { name: "Yard" } };
  const { server, sentTo } = siteServer([siteRow(1)], {
    "GET /lists/sites/views/": () => ({ results: saved }),
    "POST /lists/sites/views/": () => {
      saved.push({
        ...view,
        density: null,
        shared: false,
        is_default: false,
        is_owner: true,
        owner_name: "",
      });
      return saved[0];
    },
  });
  renderPage(SitesPage, admin, server, { route: "/sites", at: "/sites" });
  await shown(1);
  expect(control("Save as new view")).toBeUndefined();
  renderPage(SitesPage, admin, server, { route: "/sites", at: "/sites?name=Yard" });
  await eventually(() => expect(control("Save as new view")).toBeDefined());
  await click("Save as new view");
  await eventually(() => expect(dialogForm.title()).toBe("Save as new view"));
  await fill("Name", "Yards");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("The view was saved."));
  expect(sentTo("POST /lists/sites/views/")[0]?.body).toMatchObject({
    name: "Yards",
    filters: { name: "Yard" },
    shared: false,
  });
  await eventually(() => expect(control("View: Yards")).toBeDefined());
  expect(control("Save as new view")).toBeUndefined();
});
