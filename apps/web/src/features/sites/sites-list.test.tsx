import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { GroupColumnsProvider } from "../../platform/lists/columns/group-columns.ts";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { locatedAdmin, refusal, siteAdmin, siteRow, siteServer } from "../../testing/site-server.ts";
import { useOrganizationGroups } from "../hierarchy/organization-groups.ts";
import { SitesPage } from "./sites-page.tsx";

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const WithGroups = () => (
  <GroupColumnsProvider value={useOrganizationGroups}>
    <SitesPage />
  </GroupColumnsProvider>
);
const rows = () => all("[data-row]");
const shown = (count: number) => eventually(() => expect(rows()).toHaveLength(count));
const headers = () => texts("thead th").map((label) => label?.trim());

test("the list has its label, search, export and columns in order, without location names where the company does not require them (SITE-001, SITE-004, SITE-006)", async () => {
  renderPage(SitesPage, siteAdmin, siteServer([siteRow(1), siteRow(2)]).server);
  await shown(2);
  expect(texts("h1")).toEqual(["Sites"]);
  expect(all("span, p, div").some(({ textContent }) => textContent === "Company")).toBe(true);
  expect(find("[role=searchbox]")?.getAttribute("aria-label")).toBe("Search sites");
  expect(control("Export")).toBeDefined();
  expect(headers()).toEqual([
    ...["Name", "Site Type", "Business Unit", "Division", "Region", "Users", "Actions"],
  ]);
});

test("a company with a hierarchy has columns for groups and location names, and no business unit, division and region (SITE-004, SITE-006, SITE-007)", async () => {
  const groups = [
    { id: 1, name: "Corporate" },
    { id: 2, name: "Area" },
  ];
  const row = siteRow(1, {
    location_name: "Gate B",
    groups: [{ id: 1, name: "Corporate", node: "Corp" }],
  });
  const { server } = siteServer([row], {
    "GET /company-hierarchy/organization-groups/": () => onePage(groups),
    "GET /sites/": () => onePage([{ id: 1, name: "Site 1", node: 5 }]),
  });
  renderPage(WithGroups, locatedAdmin, server);
  await shown(1);
  expect(headers()).toEqual([
    ...["Name", "Location Name", "Corporate", "Area", "Site Type", "Users", "Actions"],
  ]);
  const cells = [...(rows()[0]?.children ?? [])].map(({ textContent }) => textContent);
  expect(cells.slice(0, 4)).toEqual(["Site 1", "Gate B", "Corp", "N.A."]);
});

test("the first four users of a site are listed, and all of them in a dialog (SITE-008)", async () => {
  const users = ["ann", "ben", "cid", "dee", "eve"].map((username, at) => ({ id: at + 1, username }));
  const { server } = siteServer([siteRow(1, { users: users.slice(0, 4), users_count: 5 })], {
    "GET /v2/sites/1/users/": () => onePage(users),
  });
  renderPage(SitesPage, siteAdmin, server);
  await shown(1);
  const cell = rows()[0]?.children[headers().indexOf("Users")];
  expect(cell?.textContent).toContain("ann, ben, cid, dee");
  expect(cell?.textContent).not.toContain("eve");
  await click("5 users of Site 1");
  await eventually(() => expect(texts("[role=dialog] li")).toEqual(["ann", "ben", "cid", "dee", "eve"]));
  expect(texts("[role=dialog] h2")).toEqual(["Users, Site 1"]);
});

test("sites are filtered by site type with suggestions, searched and sorted (SITE-005, SITE-013, SITE-016)", async () => {
  const { server, sentTo } = siteServer([siteRow(1), siteRow(2)], {
    "GET /sites/suggestions/": () => ({ results: ["Drill rig", "Yard"] }),
  });
  const page = renderPage(SitesPage, siteAdmin, server, { route: "/sites", at: "/sites" });
  await shown(2);
  const last = () => Object.fromEntries(new URLSearchParams(sentTo("GET /v2/sites/").at(-1)?.query));
  await click("Filter Site Type");
  const choice = () => all("[role=dialog] label").find(({ textContent }) => textContent === "Yard");
  await eventually(() => expect(choice()).toBeDefined());
  expect(sentTo("GET /sites/suggestions/").map(({ query }) => query)).toEqual(["?field=site_type"]);
  choice()?.click();
  await eventually(() => expect(last()).toMatchObject({ site_type: "Yard" }));
  all("thead button")
    .find(({ textContent }) => textContent === "Name")
    ?.click();
  await eventually(() => expect(last()).toMatchObject({ site_type: "Yard", ordering: "-name" }));
  const box = find<HTMLInputElement>("[role=searchbox]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, "rig");
  box?.dispatchEvent(new Event("input", { bubbles: true }));
  await eventually(() => expect(box?.value).toBe("rig"));
  box?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await eventually(() =>
    expect(last()).toMatchObject({ site_type: "Yard", ordering: "-name", search: "rig" }),
  );
  expect(page.search()).toEqual({ site_type: "Yard", ordering: "-name", search: "rig" });
});

test("a toast is shown if sites could not be loaded, and they are loaded with the next try (SITE-021)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  let isDown = true;
  const { server } = siteServer([], {
    "GET /v2/sites/": () => (isDown ? refusal(400, { detail: "x" }) : onePage([siteRow(1)])),
  });
  renderPage(SitesPage, person({ company: companyWith(true, true, null) }), server);
  await eventually(() => expect(toasts()).toEqual(["There was an error fetching Sites"]));
  isDown = false;
  await click("Try again");
  await shown(1);
  logged.mockRestore();
});
