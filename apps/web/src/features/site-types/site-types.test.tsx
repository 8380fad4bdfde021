import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  chooseRowAction,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  openRowMenu,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { SiteTypePage } from "./site-type-page.tsx";
import { SiteTypesPage } from "./site-types-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const YARD = { id: 4, name: "Yard" };

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

type Request = Parameters<TestServer>[0];
const sentBy = (answers: Readonly<Record<string, (body: unknown) => unknown>>) => {
  const sent: [string, unknown][] = [];
  const server: TestServer = ({ method, url: { pathname }, body }: Request) => {
    const request = `${method} ${pathname.replace("/api", "")}`;
    if (method !== "GET") sent.push([request, body]);
    return answers[request]?.(body);
  };
  return { sent, server };
};

const LIST = "GET /sites/site-type/";
const ONE = "GET /sites/site-type/4/";
const openList = async (answers: Parameters<typeof sentBy>[0] = {}) => {
  const { sent, server } = sentBy({ [LIST]: () => onePage([YARD, { id: 5, name: "Camp" }]), ...answers });
  renderPage(SiteTypesPage, admin, server);
  await eventually(() => expect(texts("tbody tr > :first-child")).toEqual(["Yard", "Camp"]));
  return sent;
};
const openOne = async (answers: Parameters<typeof sentBy>[0] = {}) => {
  const { sent, server } = sentBy({ [ONE]: () => YARD, [LIST]: () => onePage([YARD]), ...answers });
  const page = renderPage(SiteTypePage, admin, server, {
    route: "/configuration/site-types/$siteTypeId",
    at: "/configuration/site-types/4",
  });
  return { sent, page };
};
const submit = () => find<HTMLFormElement>("form")?.requestSubmit();
const errors = () => texts("form [id$=-error]");

test("site types are listed with their actions and a button that creates one in a dialog (CONF-084 partly, CONF-086, CONF-088)", async () => {
  const sent = await openList({ "POST /sites/site-type/": () => ({ id: 6, name: "Mine" }) });
  expect(texts("h1")).toEqual(["Type of Sites"]);
  expect(texts("thead th").map((label) => label?.trim())).toEqual(["Name", "Actions"]);
  expect(control("Edit Yard")?.getAttribute("href")).toBe("/configuration/site-types/4");
  expect(control("Yard")?.getAttribute("href")).toBe("/configuration/site-types/4");
  expect(await openRowMenu("Yard")).toEqual(["Delete Yard"]);
  await click("Create Site Type");
  await eventually(() => field("Name"));
  expect(find("[role=dialog]")?.textContent).toContain("Create New Site Type");
  submit();
  await eventually(() => expect(errors()).toEqual(["Name field is required"]));
  expect(sent).toEqual([]);
  await fill("Name", "Mine");
  submit();
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  expect(sent).toEqual([["POST /sites/site-type/", { name: "Mine" }]]);
});

test.each([
  [
    400,
    { name: ["There is already a site type with this name."] },
    [],
    ["There is already a site type with this name."],
  ],
  [500, { detail: "No." }, ["There has been an error creating the site type"], []],
])(
  "creating one that fails with %i shows it on the field or in a toast (CONF-090)",
  async (status, body, said, shown) => {
    await openList({ "POST /sites/site-type/": () => refusal(status, body) });
    await click("Create Site Type");
    await eventually(() => field("Name"));
    await fill("Name", "Yard");
    submit();
    await eventually(() => expect(find("[role=dialog]")?.textContent).toContain(shown[0] ?? "No."));
    expect([toasts(), errors()]).toEqual([said, shown]);
  },
);

test.each([
  [200, { detail: "x" }, "Site type deleted correctly"],
  [
    409,
    { detail: "2 sites have this type: give them another one first." },
    "2 sites have this type: give them another one first.",
  ],
  [500, { detail: "No." }, "There has been an error deleting the site type"],
  [403, { detail: "No." }, "There has been an error deleting the site type"],
])(
  "deleting one asks first; a response with %i is told in a toast (CONF-084, CONF-091, CONF-092)",
  async (status, body, said) => {
    const sent = await openList({ "DELETE /sites/site-type/4/": () => refusal(status, body) });
    await chooseRowAction("Delete", "Yard");
    await eventually(() =>
      expect(find("[role=dialog]")?.textContent).toContain("Do you want to delete the site type Yard?"),
    );
    expect(sent).toEqual([]);
    await click("Delete");
    await eventually(() => expect(toasts()).toEqual([said]));
    expect(sent).toEqual([["DELETE /sites/site-type/4/", undefined]]);
  },
);

test("the page of one edits its name and returns to the list (CONF-085, CONF-093 partly)", async () => {
  const { sent, page } = await openOne({ "PATCH /sites/site-type/4/": () => ({ id: 4, name: "Depot" }) });
  await eventually(() => expect(field("Name").value).toBe("Yard"));
  expect(texts("nav[aria-label=Breadcrumbs]").join(" ")).toMatch(
    /Configuration.*Type of Sites.*Edit Site Type/,
  );
  await fill("Name", "Depot");
  submit();
  await eventually(() => expect(toasts()).toEqual(["Site type updated correctly"]));
  expect(sent).toEqual([["PATCH /sites/site-type/4/", { name: "Depot" }]]);
  await eventually(() => expect(page.path()).toBe("/configuration/site-types"));
});

test.each([
  [
    400,
    { name: ["There is already a site type with this name."] },
    [],
    ["There is already a site type with this name."],
  ],
  [500, { detail: "No." }, ["There has been an error updating the site type"], []],
])(
  "an update that fails with %i shows it on the field or in a toast (CONF-093)",
  async (status, body, said, shown) => {
    await openOne({ "PATCH /sites/site-type/4/": () => refusal(status, body) });
    await eventually(() => expect(field("Name").value).toBe("Yard"));
    await fill("Name", "Depot");
    submit();
    await eventually(() => expect(find("form")?.textContent).toContain(shown[0] ?? "No."));
    expect([toasts(), errors()]).toEqual([said, shown]);
  },
);

test("a site type that cannot be fetched is reported (CONF-094)", async () => {
  await openOne({ [ONE]: () => refusal(400, { detail: "No." }) });
  await eventually(() => expect(toasts()).toEqual(["There has been an error fetching the site type"]));
});
