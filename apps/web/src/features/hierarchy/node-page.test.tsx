import { EditorView } from "@codemirror/view";
import { beforeEach, expect, test } from "vitest";
import { CONFIGURATION, hierarchyAdmin, hierarchyServer, nodeRow } from "../../testing/hierarchy-server.ts";
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
import { refusal } from "../../testing/site-server.ts";
import { NodePage } from "./node-page.tsx";

const NODES = "/company-hierarchy/organization-nodes/";
const CONFIG = `${NODES}5/configuration/`;
const plain = nodeRow(5, "North", {
  sites: [{ id: 31, name: "Yard" }],
  sites_count: 1,
  users: [{ id: 41, first_name: "Una", last_name: "Lee" }],
  users_count: 1,
});
const configured = { ...plain, has_own_configuration: true, config: CONFIGURATION };

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const open = async (answers: Parameters<typeof hierarchyServer>[0] = {}, node: object = plain) => {
  const served = hierarchyServer({
    [`GET ${NODES}5/`]: () => node,
    [`PATCH ${NODES}5/`]: () => node,
    [`GET ${CONFIG}`]: () => CONFIGURATION,
    [`POST ${CONFIG}`]: () => CONFIGURATION,
    [`PATCH ${CONFIG}`]: () => CONFIGURATION,
    [`DELETE ${CONFIG}`]: () => ({ detail: "Node configuration deleted correctly" }),
    ...answers,
  });
  renderPage(NodePage, hierarchyAdmin, served.server, { route: "/hierarchy/$id", at: "/hierarchy/5" });
  await eventually(() => expect(field("Name").value).toBe("North"));
  /** What was sent, in this order. */
  const changes = () =>
    served
      .sentTo("")
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
  return { ...served, changes };
};

const editor = () =>
  eventually(() => {
    const found = find(".cm-editor");
    const view = found && EditorView.findFromDOM(found);
    if (!view) throw new Error("The editor is not open yet.");
    return view;
  });
const typeJson = async (text: string) => {
  const view = await editor();
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
};
const errors = () => texts("form [id$=-error]").filter(Boolean);

test("the page of a node has its fields, a way back, and sites and users that cannot be changed (HIER-014, HIER-023, HIER-024)", async () => {
  await open();
  expect(control("Return to hierarchy")?.getAttribute("href")).toBe("/hierarchy");
  expect(find("button[type=submit]")?.textContent).toBe("Update Node");
  for (const name of ["Sites", "Users"]) expect(field(name).disabled).toBe(true);
  expect(control("Yard")?.getAttribute("href")).toBe("/sites/31");
  expect(control("Una Lee")?.getAttribute("href")).toBe("/users/41");
  for (const label of ["Group", "Parent", "Ecommerce Catalog", "MCC Domain", "Ecommerce Domain"])
    expect(field(label)).toBeDefined();
});

test("a node is not offered as its own parent (HIER-025)", async () => {
  await open();
  await eventually(() => expect(field("Parent").value).toBe("Corp"));
  field("Parent").click();
  await eventually(() => expect(texts("[role=option]").length).toBeGreaterThan(0));
  expect(texts("[role=option]").some((text) => text?.startsWith("North"))).toBe(false);
});

test("a parent of the same group gets a remark", async () => {
  await open();
  const remarks = () => texts("form [id$=-description]");
  await eventually(() => expect(remarks()).toContain("“Corp” belongs to the same group as this node."));
  await choose("Group", "District");
  await eventually(() => expect(remarks()).not.toContain("“Corp” belongs to the same group as this node."));
});

test("another parent shows who would see more or fewer sites, before the node is saved", async () => {
  const yard = {
    users_count: 1,
    users: [{ id: 8, first_name: "Ann", last_name: "Lee", sites: [{ id: 1, name: "Yard" }], sites_count: 1 }],
  };
  const effect = { nodes_count: 1, sites_count: 1, gains: { users_count: 0, users: [] }, loses: yard };
  const nodes = [
    nodeRow(4, "Corp", { parent: null, is_root: true }),
    nodeRow(5, "North"),
    nodeRow(6, "South", { parent: null }),
  ];
  const { sentTo } = await open({
    [`GET ${NODES}`]: () => onePage(nodes),
    [`POST ${NODES}5/move-preview/`]: () => effect,
  });
  const shown = () => texts("form [role=status] li, form [role=status] p");
  await eventually(() => expect(field("Parent").value).toBe("Corp"));
  expect(shown()).not.toContain("1 node and 1 site move along.");
  await choose("Parent", "South");
  await eventually(() =>
    expect(shown()).toEqual(["1 node and 1 site move along.", "Who will see fewer sites", "Ann Lee: Yard"]),
  );
  expect(sentTo("POST").map(({ body }) => body)).toEqual([{ parent: 6 }]);
  await choose("Parent", "Corp");
  await eventually(() => expect(shown()).not.toContain("1 node and 1 site move along."));
  expect(sentTo("PATCH")).toEqual([]);
});

test("a change is sent with the fields of the node, and said to be saved (HIER-026, HIER-043)", async () => {
  const { sentTo, changes } = await open();
  await fill("Name", "Far North");
  await click("Update Node");
  await eventually(() => expect(toasts()).toContain("Organization node updated correctly"));
  expect(sentTo("PATCH")[0]?.body).toMatchObject({ name: "Far North", organization_group: 1 });
  expect(changes()).toEqual([`PATCH ${NODES}5/`]);
});

test("of each field the first message of the server is shown (HIER-043, HIER-044)", async () => {
  await open({
    [`PATCH ${NODES}5/`]: () =>
      refusal(400, { name: ["The first.", "The second."], organization_group: ["No such group."] }),
  });
  await fill("Name", "X");
  await click("Update Node");
  await eventually(() => expect(toasts()).toContain("There has been an error updating organization nodes"));
  expect(errors()).toEqual(["The first.", "No such group."]);
});

test("a node with an approval rule is saved only if that is confirmed (HIER-027)", async () => {
  const { changes } = await open({}, { ...plain, has_approval_rule: true });
  await fill("Name", "X");
  await click("Update Node");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("approval rule"));
  await click("Cancel");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  expect(changes()).toEqual([]);
  await click("Update Node");
  await eventually(() => expect(find("[role=dialog]")).not.toBeNull());
  find<HTMLButtonElement>("[role=dialog] button:last-of-type")?.focus();
  const confirm = all("[role=dialog] button").find(({ textContent }) => textContent === "Update Node");
  confirm?.click();
  await eventually(() => expect(changes()).toEqual([`PATCH ${NODES}5/`]));
});

test("a configuration is checked only while it is wanted (HIER-037, HIER-038, HIER-039)", async () => {
  const { changes, sentTo } = await open();
  field("Add custom configuration").click();
  await eventually(() => field("Username Prefix"));
  await typeJson('{"a": ');
  await click("Update Node");
  await eventually(() =>
    expect(errors()).toEqual(["field is required", "field is required", "is not a valid JSON"]),
  );
  expect(changes()).toEqual([]);
  // Without the checkbox it is not checked.
  field("Add custom configuration").click();
  await fill("Name", "Far North");
  await click("Update Node");
  await eventually(() => expect(changes()).toEqual([`PATCH ${NODES}5/`]));
  expect(sentTo(`POST ${CONFIG}`)).toEqual([]);
});

test("the node is saved first, and then its configuration is created where there is none (HIER-028, HIER-029 partly, HIER-046)", async () => {
  const { changes, sentTo } = await open();
  field("Add custom configuration").click();
  await eventually(() => field("Username Prefix"));
  await fill("Username Prefix", "nor");
  await fill("Tenant Group", "north");
  await typeJson('{"steps": [1]}');
  await click("Update Node");
  await eventually(() => expect(toasts()).toContain("Node configuration created correctly"));
  expect(changes()).toEqual([`PATCH ${NODES}5/`, `POST ${CONFIG}`]);
  expect(sentTo(`POST ${CONFIG}`)[0]?.body).toEqual({
    usernamePrefix: "nor",
    tenantGroup: "north",
    ecommerceCheckoutConfiguration: { steps: [1] },
    isBuyoutNode: false,
  });
});

test("a configuration is shown indented by 4 spaces, and updated (HIER-029, HIER-035, HIER-036, HIER-047)", async () => {
  const { changes, sentTo } = await open({}, configured);
  expect(field("Username Prefix").value).toBe("nor");
  expect(field("Tenant Group").value).toBe("north");
  expect(field("Buyout node").checked).toBe(false);
  expect((await editor()).state.doc.toString()).toBe('{\n    "steps": [\n        "cart"\n    ]\n}');
  await fill("Tenant Group", "far");
  await click("Update Node");
  await eventually(() => expect(toasts()).toContain("Node configuration updated correctly"));
  expect(changes()).toEqual([`PATCH ${NODES}5/`, `PATCH ${CONFIG}`]);
  expect(sentTo(`PATCH ${CONFIG}`)[0]?.body).toEqual({ ...CONFIGURATION, tenantGroup: "far" });
});

test("a configuration that cannot be updated says so (HIER-047)", async () => {
  await open({ [`PATCH ${CONFIG}`]: () => refusal(400, { tenantGroup: ["Too long."] }) }, configured);
  await fill("Tenant Group", "x");
  await click("Update Node");
  await eventually(() =>
    expect(toasts()).toContain("There has been an error updating the node configuration"),
  );
  expect(errors()).toEqual(["Too long."]);
});

test("without the checkbox, the configuration of a node is deleted (HIER-030, HIER-048)", async () => {
  const { changes } = await open({}, configured);
  field("Add custom configuration").click();
  await eventually(() => expect(find(".cm-editor")).toBeNull());
  await click("Update Node");
  await eventually(() => expect(toasts()).toContain("Node configuration deleted correctly"));
  expect(changes()).toEqual([`PATCH ${NODES}5/`, `DELETE ${CONFIG}`]);
});

test("a failed deletion has a toast for a status above 400 only (HIER-048)", async () => {
  const failed = "There has been an error deleting the node configuration";
  for (const [status, isTold] of [
    [400, false],
    [409, true],
  ] as const) {
    clearToasts();
    const { sentTo } = await open(
      { [`DELETE ${CONFIG}`]: () => refusal(status, { detail: "No." }) },
      configured,
    );
    field("Add custom configuration").click();
    await eventually(() => expect(find(".cm-editor")).toBeNull());
    await click("Update Node");
    await eventually(() => expect(sentTo("DELETE")).toHaveLength(1));
    await eventually(() => expect(find("form")?.textContent).toContain("No."));
    expect(toasts().includes(failed)).toBe(isTold);
  }
});

test("a configuration that cannot be loaded says so (HIER-049)", async () => {
  const served = hierarchyServer({
    [`GET ${NODES}5/`]: () => configured,
    [`GET ${CONFIG}`]: () => refusal(500, { detail: "Down" }),
  });
  renderPage(NodePage, hierarchyAdmin, served.server, { route: "/hierarchy/$id", at: "/hierarchy/5" });
  await eventually(() =>
    expect(toasts()).toContain("There has been an error fetching the node configuration"),
  );
});
