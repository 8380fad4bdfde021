import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import { firstPage, hierarchyAdmin, hierarchyServer } from "../../testing/hierarchy-server.ts";
import {
  all,
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
import { GroupPage } from "./group-page.tsx";
import { GroupsPage } from "./groups-page.tsx";

const GROUPS = "/company-hierarchy/organization-groups/";
const nodes = [1, 2, 3, 4].map((id) => ({ id, name: `Node ${id}` }));
const region = { id: 1, name: "Region", tree_visibility: true, nodes, nodes_count: 6 };

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const openList = async (answers: Parameters<typeof hierarchyServer>[0] = {}) => {
  const served = hierarchyServer({ [`GET ${GROUPS}`]: () => firstPage([region]), ...answers });
  renderPage(GroupsPage, hierarchyAdmin, served.server);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  return served;
};

test("groups are listed with the number and the first 4 of their nodes, and created in a dialog that is empty each time (HIER-050, HIER-051, HIER-055 partly, HIER-058, TABLE-022 partly)", async () => {
  const { sentTo } = await openList({ [`POST ${GROUPS}`]: () => region });
  expect(find("h1")?.textContent).toBe("Groups");
  expect(texts("[data-row] td").slice(0, 2)).toEqual([
    "Region",
    "6Node 1 (ID: 1), Node 2 (ID: 2), Node 3 (ID: 3), Node 4 (ID: 4)+ 2 more",
  ]);
  expect(all("nav[aria-label^='Groups, pages']")).toHaveLength(2);
  await click("Create Group");
  await eventually(() => field("Name"));
  await fill("Name", "District");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("Group created correctly"));
  expect(sentTo(`POST ${GROUPS}`)[0]?.body).toMatchObject({ name: "District" });
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  await click("Create Group");
  await eventually(() => expect(field("Name").value).toBe(""));
});

test("an empty name is not sent, and a refusal is shown on the name (HIER-054, HIER-059 partly)", async () => {
  const { sentTo } = await openList({ [`POST ${GROUPS}`]: () => refusal(400, { name: ["Taken."] }) });
  await click("Create Group");
  await eventually(() => field("Name"));
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(["field is required"]));
  expect(sentTo("POST")).toEqual([]);
  await fill("Name", "Region");
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(["Taken."]));
  expect(toasts()).toEqual([]);
});

test("a refusal without a body has a toast (HIER-059)", async () => {
  await openList({ [`POST ${GROUPS}`]: () => new Response(null, { status: 500 }) });
  await click("Create Group");
  await eventually(() => field("Name"));
  await fill("Name", "Region");
  dialogForm.submit();
  await eventually(() => expect(toasts()).toContain("There has been an error creating the Group"));
});

test("groups that cannot be loaded are reported (HIER-061)", async () => {
  const served = hierarchyServer({ [`GET ${GROUPS}`]: () => refusal(500, { detail: "Down" }) });
  renderPage(GroupsPage, hierarchyAdmin, served.server);
  await eventually(() => expect(toasts()).toContain("There has been an error fetching organization groups"));
});

test("the page of a group renames it and keeps its values (HIER-052, HIER-055, HIER-060)", async () => {
  let isDown = false;
  const served = hierarchyServer({
    [`GET ${GROUPS}1/`]: () => region,
    [`PATCH ${GROUPS}1/`]: (body) =>
      isDown ? refusal(500, { detail: "Down" }) : { ...region, ...(body as object) },
  });
  renderPage(GroupPage, hierarchyAdmin, served.server, {
    route: "/hierarchy/groups/$id",
    at: "/hierarchy/groups/1",
  });
  await eventually(() => expect(field("Name").value).toBe("Region"));
  expect(control("Return to groups")?.getAttribute("href")).toBe("/hierarchy/groups");
  await fill("Name", "Area");
  await click("Save");
  await eventually(() => expect(toasts()).toContain("Group updated correctly"));
  expect(served.sentTo("PATCH")[0]?.body).toMatchObject({ name: "Area" });
  expect(field("Name").value).toBe("Area");
  isDown = true;
  await fill("Name", "Zone");
  await click("Save");
  await eventually(() => expect(toasts()).toContain("There has been an error updating the Group"));
});
