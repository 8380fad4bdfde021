import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "../../platform/page/toast.ts";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  chooseRowAction,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  openRowMenu,
  setWidth,
  texts,
} from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { userSpreadsheet } from "./users-columns.tsx";
import { UsersPage } from "./users-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Rig ${at + 1}` }));
const user = {
  ...{ id: 7, username: "acme-dana.whitfield", first_name: "Dana", last_name: "Whitfield" },
  ...{ email: "dana@example.com", role: { id: 3, name: "Buyer" }, last_login: "2026-11-13T12:00:00.000Z" },
  ...{ sites: named(4), sites_count: 6, alerts_enabled: true, is_company_admin: false, groups: [] },
};

const sent: { method: string; path: string; body: unknown }[] = [];
const showUsers = async (answer: (method: string, path: string) => unknown = () => ({})) => {
  sent.length = 0;
  const server: TestServer = ({ method, url: { pathname }, body }) => {
    if (pathname.includes("/preferences/")) return { value: null };
    if (method !== "GET") {
      sent.push({ method, path: pathname.replace("/api", ""), body });
      return answer(method, pathname);
    }
    return pathname.endsWith("/sites/") ? onePage(named(6)) : onePage([user]);
  };
  renderPage(UsersPage, admin, server);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
};

beforeEach(() => {
  setWidth(1600);
  vi.restoreAllMocks();
});

test("the list has its columns, a button that creates users, and clone, edit and delete in each row (USER-002, USER-003, USER-005)", async () => {
  await showUsers();
  const headers = texts("thead th").map((text) => text?.trim());
  expect(headers).toEqual([
    "Username",
    "Role",
    "Name",
    "Email",
    "Last Login",
    "Sites",
    "Alerts Enabled",
    "Actions",
  ]);
  expect(control("Create User")).toBeDefined();
  expect(find("input[type=search], [role=search] input, input[placeholder]")).not.toBeNull();
  expect(texts("button")).toContain("Export");
  expect(control("Edit acme-dana.whitfield")).toBeDefined();
  expect(await openRowMenu("acme-dana.whitfield")).toEqual([
    "Clone acme-dana.whitfield",
    "Delete acme-dana.whitfield",
  ]);
});

test("a user whom the directory keeps is marked, and cannot be deleted here; nor is one hidden who is not active (SCIM-008 partly)", async () => {
  renderPage(UsersPage, admin, ({ url: { pathname } }) =>
    pathname.includes("/preferences/")
      ? { value: null }
      : onePage([{ ...user, is_active: false, directory: { decides: ["email"] } }]),
  );
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(find("[data-row]")?.textContent).toContain("acme-dana.whitfieldDirectoryNot active");
  expect(await openRowMenu("acme-dana.whitfield")).toEqual(["Clone acme-dana.whitfield"]);
  expect(control("Edit acme-dana.whitfield")?.getAttribute("aria-description")).toContain(
    "kept by your company's directory",
  );
});

test("the address of the clone link says that it clones, so that a new tab does not edit the original", async () => {
  await showUsers();
  await openRowMenu("acme-dana.whitfield");
  const addressOf = (name: string) => control(name)?.getAttribute("href");
  expect(addressOf("Clone acme-dana.whitfield")).toBe("/users/7?action=CLONE");
  expect(addressOf("Edit acme-dana.whitfield")).toBe("/users/7");
  expect(addressOf("acme-dana.whitfield")).toBe("/users/7");
});

test("last login is sorted by its header and filtered by days, which are sent as lastLogin_after and lastLogin_before (USER-004)", async () => {
  const asked: URLSearchParams[] = [];
  renderPage(
    UsersPage,
    admin,
    ({ url: { pathname, searchParams } }) => {
      if (pathname.includes("/preferences/")) return { value: null };
      if (pathname.endsWith("/accounts/users/")) asked.push(searchParams);
      return onePage([user]);
    },
    { at: "/?lastLogin_after=2026-04-01&lastLogin_before=2026-04-30" },
  );
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(asked.at(-1)?.get("lastLogin_after")).toMatch(/^2026-04-01/);
  expect(asked.at(-1)?.get("lastLogin_before")).toMatch(/^2026-0[45]-/);
  expect(document.body.textContent).toContain("Last Login: 04/01/26 – 04/30/26");
  await click("Last Login");
  await eventually(() => expect(asked.at(-1)?.get("ordering")).toBe("-lastLogin"));
  expect(asked.at(-1)?.get("lastLogin_after")).toMatch(/^2026-04-01/);
});

test("if the sites cannot be assigned, the new user stays and the dialog closes (USER-051, SITE-031)", async () => {
  const error = vi.spyOn(toast, "error");
  const sites = [{ id: 5, name: "Rig 5", node: null }];
  const assigned: unknown[] = [];
  renderPage(UsersPage, admin, ({ method, url: { pathname }, body }) => {
    if (pathname.includes("/preferences/")) return { value: null };
    if (method === "POST") return { ...user, sites: [], sites_count: 0 };
    if (method === "PUT") {
      assigned.push(body);
      return undefined;
    }
    if (pathname.includes("/sites/")) return onePage(sites);
    if (pathname.includes("/roles/")) return onePage([{ id: 3, name: "Buyer" }]);
    if (pathname.includes("/company-configurations/")) return { id: 1, username_prefix: "acme" };
    return onePage([user]);
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  await click("Create User");
  await eventually(() => field("First Name"));
  await fill("First Name", "Dana");
  await fill("Last Name", "Whitfield");
  await choose("Title", "Buyer");
  await fill("Email", "dana@example.com");
  expect(find("[role=dialog]")?.textContent).toContain("Step 1 of 2");
  expect(texts("[role=dialog] label")).not.toContain("Password *");
  field("Set a password").click();
  await eventually(() => field("Password"));
  await fill("Password", "Industrial#2026");
  find<HTMLFormElement>("[role=dialog] form")?.requestSubmit();
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Assign Sites to User"));
  expect(find("[role=dialog]")?.textContent).toContain("Step 2 of 2");
  await eventually(() => expect(all("[role=dialog] input[type=checkbox]")).toHaveLength(1));
  find("[role=dialog] input[type=checkbox]")?.click();
  await eventually(() => expect(control("Save Sites")?.hasAttribute("disabled")).toBe(false));
  await click("Save Sites");
  await eventually(() =>
    expect(error.mock.calls[0]?.[0]).toBe("There has been an error while assigning Sites to the User"),
  );
  expect(assigned).toEqual([{ user: 7, sites_list: [{ site: 5, is_admin: true }] }]);
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});

test("four sites are in the cell, and a dialog lists them all (USER-007, USER-008)", async () => {
  await showUsers();
  expect(texts("[data-row] td")).toContain("Rig 1, Rig 2, Rig 3, Rig 46 sites");
  await click("6 sites of acme-dana.whitfield");
  await eventually(() => {
    expect(find("[role=dialog]")?.textContent).toContain("List of all sites assigned to the user:");
    expect(texts("[role=dialog] li")).toEqual(named(6).map(({ name }) => name));
  });
});

test("the switch sends the id and itself, and says how that went (USER-011, USER-012)", async () => {
  const success = vi.spyOn(toast, "success");
  const error = vi.spyOn(toast, "error");
  await showUsers();
  const turn = () => find("[data-row] input[role=switch]")?.click();
  turn();
  await eventually(() => expect(success).toHaveBeenCalledWith("Alerts updated correctly"));
  expect(sent).toEqual([
    { method: "PATCH", path: "/accounts/users/7/", body: { id: 7, alerts_enabled: false } },
  ]);
  await showUsers(() => undefined);
  turn();
  await eventually(() =>
    expect(error.mock.calls[0]?.[0]).toBe(
      "There has been an error while saving the User configuration. Try again later",
    ),
  );
});

test("deleting asks first, and says how it went (USER-006, USER-061)", async () => {
  const success = vi.spyOn(toast, "success");
  const error = vi.spyOn(toast, "error");
  await showUsers();
  await chooseRowAction("Delete", "acme-dana.whitfield");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Do you want to delete the user Dana Whitfield?"),
  );
  expect(sent).toEqual([]);
  await click("Delete");
  await eventually(() => expect(success).toHaveBeenCalledWith("User deleted correctly"));
  expect(sent).toMatchObject([{ method: "DELETE", path: "/accounts/users/7/" }]);
  await showUsers(() => undefined);
  await chooseRowAction("Delete", "acme-dana.whitfield");
  await eventually(() => expect(control("Delete")).toBeDefined());
  await click("Delete");
  await eventually(() =>
    expect(error.mock.calls[0]?.[0]).toBe("There was an error trying to delete the user. Please try again"),
  );
});

test("a list that cannot be loaded says so (USER-016)", async () => {
  const error = vi.spyOn(toast, "error");
  renderPage(UsersPage, admin, ({ url: { pathname } }) =>
    pathname.includes("/preferences/") ? { value: null } : undefined,
  );
  await eventually(() => expect(error).toHaveBeenCalledWith("There was an error fetching Users"));
});

test("the spreadsheet has its columns, with all sites joined by commas (USER-063, USER-064)", () => {
  const row = { ...user, sites: named(6) } as never;
  expect(userSpreadsheet.before?.map(({ id, value }) => [id, value(row)])).toEqual([
    ["username", "acme-dana.whitfield"],
    ["title", "Buyer"],
    ["name", "Dana Whitfield"],
    ["email", "dana@example.com"],
    ["assignedSites", "Rig 1, Rig 2, Rig 3, Rig 4, Rig 5, Rig 6"],
    ["assignedSitesCount", 6],
    ["lastLogin", "2026-11-13T12:00:00.000Z"],
  ]);
});
