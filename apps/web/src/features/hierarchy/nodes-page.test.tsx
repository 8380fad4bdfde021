import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import {
  CONFIGURATION,
  firstPage,
  hierarchyAdmin,
  hierarchyServer,
  nodeRow,
} from "../../testing/hierarchy-server.ts";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  chooseRowAction,
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
import { refusal } from "../../testing/site-server.ts";
import { NodesPage } from "./nodes-page.tsx";

const NODES = "/company-hierarchy/organization-nodes/";
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, first_name: `Ann${at + 1}`, last_name: "Lee" }));
const north = nodeRow(5, "North", {
  sites: [1, 2, 3].map((id) => ({ id, name: `Yard ${id}` })),
  sites_count: 5,
  users: people(3),
  users_count: 4,
});

beforeEach(() => {
  setWidth(1600);
  clearToasts();
});

const open = async (answers: Parameters<typeof hierarchyServer>[0] = {}) => {
  const served = hierarchyServer({ [`GET ${NODES}`]: () => firstPage([north]), ...answers });
  renderPage(NodesPage, hierarchyAdmin, served.server);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  return served;
};

test("the list has a search box, its columns, a pager above and below, and leads to policies, tree and groups (HIER-001, HIER-002, HIER-003, HIER-005, TABLE-022 partly)", async () => {
  await open();
  expect(texts("thead th").map((text) => text?.trim())).toEqual([
    "Name",
    "Parent",
    "Type",
    "Sites",
    "Users",
    "Actions",
  ]);
  expect(find("h1")?.textContent).toBe("Hierarchy");
  expect(find("input[type=search], [role=search] input, input[placeholder]")).not.toBeNull();
  expect(control("Create Node")).toBeDefined();
  expect(["Custom Policies", "Tree", "Groups"].map((name) => control(name)?.getAttribute("href"))).toEqual([
    "/hierarchy/policies",
    "/hierarchy/tree",
    "/hierarchy/groups",
  ]);
  expect(control("Filter Name")).toBeDefined();
  expect(all("nav[aria-label^='Nodes, pages']")).toHaveLength(2);
});

test("columns can be rearranged (HIER-004)", async () => {
  const { server } = hierarchyServer({ [`GET ${NODES}`]: () => firstPage([north]) });
  renderPage(NodesPage, hierarchyAdmin, server, { at: "/?columns=users,name" });
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(texts("thead th").map((text) => text?.trim())).toEqual(["Users", "Name", "Actions"]);
  await click("Reorganize Columns");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Parent"));
});

test("nodes are named with their ids, 3 sites and users are listed, and a dialog has all of them (HIER-006, HIER-008, HIER-009, HIER-010)", async () => {
  const { sentTo } = await open({ [`GET ${NODES}5/users/`]: () => onePage(people(4)) });
  const cells = texts("[data-row] td");
  expect(cells.slice(0, 3)).toEqual(["North (ID: 5)", "Corp (ID: 4)", "Region"]);
  expect(cells[3]).toBe("Yard 1, Yard 2, Yard 3(5)+ 2 more");
  expect(cells[4]).toBe("Ann1 Lee, Ann2 Lee, Ann3 Lee(4)+ 1 more");
  expect(control("Edit North (ID: 5)")?.getAttribute("href")).toBe("/hierarchy/5");
  await click("+ 1 more users of North (ID: 5)");
  await eventually(() =>
    expect(texts("[role=dialog] li")).toEqual(people(4).map((one) => `${one.first_name} Lee`)),
  );
  expect(sentTo(`GET ${NODES}5/users/`)).toHaveLength(1);
});

test("a list that cannot be loaded says so (HIER-045)", async () => {
  const served = hierarchyServer({ [`GET ${NODES}`]: () => refusal(500, { detail: "Down" }) });
  renderPage(NodesPage, hierarchyAdmin, served.server);
  await eventually(() => expect(toasts()).toContain("There has been an error fetching organization nodes"));
});

const fillNode = async () => {
  await click("Create Node");
  await eventually(() => field("Name"));
  await fill("Name", "South");
  await choose("Group", "Region");
  await choose("Parent", "North");
};

test("a node is created with sites and users that have no node (HIER-015, HIER-016 partly, HIER-021, HIER-042)", async () => {
  const { sentTo } = await open({ [`POST ${NODES}`]: () => nodeRow(6, "South") });
  await fillNode();
  expect(dialogForm.title()).toBe("Create New Node");
  expect((field("Add custom configuration") as HTMLInputElement).checked).toBe(false);
  await choose("Sites", "Loose Yard");
  await choose("Users", "Una Lee (acme-una)");
  for (const path of ["unassigned-sites", "unassigned-users"])
    expect(sentTo(`GET /company-hierarchy/${path}/`)[0]?.query).toBe("?limit=100000000000");
  expect(sentTo(`GET ${NODES}`).some(({ query }) => query.includes("limit=1000000"))).toBe(true);
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("Organization node created correctly"));
  expect(sentTo(`POST ${NODES}`).map(({ body }) => body)).toEqual([
    { name: "South", organization_group: 1, parent: 5, sites: [31], users: [41] },
  ]);
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});

test("selectors of nodes ask for all of them (HIER-012)", async () => {
  const { sentTo } = await open();
  await fillNode();
  expect(sentTo(`GET ${NODES}`).map(({ query }) => new URLSearchParams(query).get("limit"))).toContain(
    "1000000",
  );
});

test("candidates that cannot be loaded are reported, and none are offered (HIER-022, HIER-078)", async () => {
  const failing = () => refusal(500, { detail: "Down" });
  await open({
    "GET /company-hierarchy/unassigned-sites/": failing,
    "GET /company-hierarchy/unassigned-users/": failing,
  });
  await fillNode();
  await eventually(() => {
    expect(toasts()).toContain("There has been an error fetching available sites");
    expect(toasts()).toContain("There has been an error fetching available users");
  });
  expect(field("Sites").disabled).toBe(false);
});

test("a node without name, group and parent is not sent (HIER-031, HIER-032, HIER-033, HIER-034)", async () => {
  const { sentTo } = await open();
  await click("Create Node");
  await eventually(() => field("Parent"));
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(Array(3).fill("field is required")));
  expect(sentTo("POST")).toEqual([]);
});

test("the first node of a company is its root and has no parent (HIER-033)", async () => {
  const served = hierarchyServer({
    [`GET ${NODES}`]: () => onePage([]),
    [`POST ${NODES}`]: () => nodeRow(1, "Corp"),
  });
  renderPage(NodesPage, hierarchyAdmin, served.server);
  await eventually(() => control("Create Node") ?? expect.fail("No button yet."));
  await click("Create Node");
  await eventually(() => field("Name"));
  expect(() => field("Parent")).toThrow();
  await fill("Name", "Corp");
  await choose("Group", "Region");
  dialogForm.submit();
  await eventually(() => expect(served.sentTo(`POST ${NODES}`)).toHaveLength(1));
  expect(served.sentTo(`POST ${NODES}`)[0]?.body).toMatchObject({ name: "Corp", parent: null });
});

test("with the checkbox, a second step creates the configuration of the new node and shows its errors (HIER-016, HIER-017, HIER-018, HIER-019, HIER-046)", async () => {
  const bodies: unknown[] = [];
  const { sentTo } = await open({
    [`POST ${NODES}`]: () => nodeRow(6, "South"),
    [`POST ${NODES}6/configuration/`]: (body) => {
      bodies.push(body);
      return bodies.length === 1
        ? refusal(400, { usernamePrefix: ["This prefix is taken.", "Another message."] })
        : CONFIGURATION;
    },
  });
  await fillNode();
  field("Add custom configuration").click();
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain(
      "The configuration will be created in the next step",
    ),
  );
  expect(() => field("Username Prefix")).toThrow();
  dialogForm.submit();
  await eventually(() => expect(dialogForm.title()).toBe("Create New Node Configuration"));
  expect(sentTo(`POST ${NODES}`)).toHaveLength(1);
  await fill("Username Prefix", "sou");
  await fill("Tenant Group", "south");
  dialogForm.submit();
  await eventually(() =>
    expect(toasts()).toContain("There has been an error creating the node configuration"),
  );
  expect(dialogForm.errors()).toContain("This prefix is taken.");
  await fill("Username Prefix", "sth");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("Node configuration created correctly"));
  const sent = { tenantGroup: "south", ecommerceCheckoutConfiguration: {}, isBuyoutNode: false };
  expect(bodies).toEqual([
    { usernamePrefix: "sou", ...sent },
    { usernamePrefix: "sth", ...sent },
  ]);
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});

test("only a leaf without sites and users offers to delete it, and a refusal says why", async () => {
  const rows = [
    nodeRow(1, "Corp", { is_root: true, parent: null, parent_name: null }),
    nodeRow(2, "Branch", { children: [5] }),
    nodeRow(3, "Staffed", { users: people(1), users_count: 1 }),
    nodeRow(5, "North", { sites: [{ id: 1, name: "Yard" }], sites_count: 1 }),
    nodeRow(6, "South"),
  ];
  const served = hierarchyServer({
    [`GET ${NODES}`]: () => firstPage(rows),
    [`DELETE ${NODES}6/`]: () => refusal(409, { detail: "5 sites are at this node." }),
  });
  renderPage(NodesPage, hierarchyAdmin, served.server);
  await eventually(() => expect(all("[data-row]")).toHaveLength(5));
  const deletable = rows.filter(({ name, id }) => control(`More actions ${name} (ID: ${id})`));
  expect(deletable.map(({ id }) => id)).toEqual([6]);
  await chooseRowAction("Delete", "South (ID: 6)");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Do you want to delete the node South?"),
  );
  await click("Delete");
  await eventually(() => expect(toasts()).toContain("There has been an error deleting the node"));
});
