import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import { firstPage, hierarchyAdmin, hierarchyServer, nodeRow } from "../../testing/hierarchy-server.ts";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  clearToasts,
  click,
  control,
  eventually,
  field,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { PoliciesPage } from "./policies/policies-page.tsx";
import { PolicyPage } from "./policies/policy-page.tsx";

const USERS = "/accounts/users/";
const sites = [1, 2, 3, 4].map((id) => ({ id, name: `Yard ${id}`, node: id < 3 ? 5 : 6 }));
const dana = {
  ...{ id: 7, username: "acme-dana", first_name: "Dana", last_name: "Lee", email: "d@example.com" },
  ...{ role: null, last_login: null, groups: [], site_groups: [], sites: [], sites_count: 0, node: 5 },
  policy_sites: sites.slice(0, 3).map(({ id, name }) => ({ id, name })),
  policy_sites_count: 4,
};

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const answering = (answers: Parameters<typeof hierarchyServer>[0] = {}) =>
  hierarchyServer({
    [`GET ${USERS}`]: () => firstPage([dana]),
    [`GET ${USERS}7/`]: () => dana,
    [`PATCH ${USERS}7/assign-policies/`]: () => dana,
    "GET /sites/": () => onePage(sites),
    "GET /company-hierarchy/organization-nodes/": () => onePage([nodeRow(5, "North"), nodeRow(6, "South")]),
    ...answers,
  });
const openList = async (answers: Parameters<typeof hierarchyServer>[0] = {}) => {
  const served = answering(answers);
  renderPage(PoliciesPage, hierarchyAdmin, served.server);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  return served;
};
const openPolicy = async (answers: Parameters<typeof hierarchyServer>[0] = {}) => {
  const served = answering(answers);
  renderPage(PolicyPage, hierarchyAdmin, served.server, {
    route: "/hierarchy/policies/$id",
    at: "/hierarchy/policies/7",
  });
  await eventually(() => field("Sites"));
  return served;
};

test("policies are the users with one, each with the first sites and their number (HIER-062, HIER-063 partly, HIER-064, HIER-069, TABLE-022 partly)", async () => {
  const { sentTo } = await openList();
  expect(find("h1")?.textContent).toBe("Custom Policies");
  expect(control("Create policy")).toBeDefined();
  expect(sentTo(`GET ${USERS}`)[0]?.query).toContain("hasPolicies=true");
  expect(texts("[data-row] td").slice(0, 2)).toEqual(["Dana Lee", "Yard 1, Yard 2, Yard 3+ 1 more"]);
  expect(control("Edit Dana Lee")?.getAttribute("href")).toBe("/hierarchy/policies/7");
  expect(all("nav[aria-label^='Custom Policies, pages']")).toHaveLength(2);
});

test("a new policy needs a user and a site; nodes only narrow the sites (HIER-066, HIER-067 partly, HIER-068 partly, HIER-073)", async () => {
  const { sentTo } = await openList();
  await click("Create policy");
  await eventually(() => field("User"));
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(Array(2).fill("field is required")));
  await choose("User", "Dana Lee (acme-dana)");
  const candidates = sentTo(`GET ${USERS}`).find(({ query }) => query.includes("hasPolicies=false"));
  expect(candidates?.query).toContain("liteVersion=true");
  expect(candidates?.query).toContain("limit=100000000000");
  await choose("Nodes", "South (ID: 6)");
  field("Sites").click();
  await eventually(() =>
    expect(texts("[role=option]").filter((text) => text?.startsWith("Yard"))).toEqual(["Yard 3", "Yard 4"]),
  );
  await choose("Sites", "Yard 4");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("Policy created correctly"));
  expect(sentTo("PATCH")).toMatchObject([
    { path: `${USERS}7/assign-policies/`, body: { policy_sites: [4] } },
  ]);
});

test("a policy that cannot be created says so (HIER-073)", async () => {
  await openList({ [`PATCH ${USERS}7/assign-policies/`]: () => refusal(500, { detail: "Down" }) });
  await click("Create policy");
  await eventually(() => field("User"));
  await choose("User", "Dana Lee (acme-dana)");
  await choose("Sites", "Yard 1");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("There has been an error creating the policy"));
});

test("the page of a policy keeps its user, and its sites may become none (HIER-063, HIER-065, HIER-067, HIER-068, HIER-074)", async () => {
  const { sentTo } = await openPolicy();
  expect(sentTo(`GET ${USERS}7/`)[0]?.query).toBe("?withSites=true");
  expect(field("User").disabled).toBe(true);
  expect(field("User").value).toBe("Dana Lee (acme-dana)");
  const removers = () => all("form [class*=Pill-remove], form .mantine-Pill-remove");
  for (let left = 3; left > 0; left--) {
    await eventually(() => expect(removers()).toHaveLength(left));
    removers()[0]?.click();
  }
  await eventually(() => expect(removers()).toHaveLength(0));
  await click("Save");
  await eventually(() => expect(toasts()).toContain("Policy updated correctly"));
  expect(sentTo("PATCH")[0]?.body).toEqual({ policy_sites: [] });
});

test("a policy that cannot be saved or loaded says so (HIER-074, HIER-075)", async () => {
  await openPolicy({ [`PATCH ${USERS}7/assign-policies/`]: () => refusal(500, { detail: "Down" }) });
  await choose("Sites", "Yard 4");
  await click("Save");
  await eventually(() => expect(toasts()).toContain("There has been an error updating the policy"));
  const served = answering({ [`GET ${USERS}7/`]: () => refusal(500, { detail: "Down" }) });
  renderPage(PolicyPage, hierarchyAdmin, served.server, {
    route: "/hierarchy/policies/$id",
    at: "/hierarchy/policies/7",
  });
  await eventually(() =>
    expect(toasts()).toContain("There has been an error fetching current user policies"),
  );
});
