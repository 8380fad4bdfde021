import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import { click, control, eventually, field, fill, find, setWidth } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { UserPage } from "./user-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const user = {
  ...{ id: 7, username: "acme-dana.whitfield", first_name: "Dana", last_name: "Whitfield", title: "Buyer" },
  ...{ email: "dana@example.com", role: { id: 3, name: "Buyer" }, last_login: null, groups: [] },
  ...{ sites: [], sites_count: 0, alerts_enabled: true, is_company_admin: false, has_approval_rule: false },
};

const access = {
  ...{ id: 7, username: user.username, name: "Dana Whitfield", is_company_admin: false, permissions: [] },
  role: { ...user.role, can_impersonate: false, can_view_order_tracking: false },
  sites: { ...onePage([]), because: "none", node: null, policy_count: 0 },
  approvals: { enabled: false, allow_self_approval: false, pending_count: 0, rules: [], stands_in_for: [] },
};

beforeEach(() => setWidth(1600));

/** Opens the page without the state that a list hands over, as a new tab does. */
const open = async (at: string, more: object = {}, mapping: object | null = null) => {
  const sent: string[] = [];
  const bodies: object[] = [];
  const page = renderPage(
    UserPage,
    admin,
    ({ method, url: { pathname }, body }) => {
      const path = pathname.replace("/api", "");
      if (method !== "GET") {
        sent.push(`${method} ${path}`);
        bodies.push(body as object);
      }
      if (path === "/accounts/users/7/" || path.endsWith("/clone/")) return { ...user, ...more };
      if (path.endsWith("/erase/")) return { user: 7, name: "Former user 7" };
      if (path.startsWith("/accounts/users/7/")) return undefined;
      if (path === "/access/users/7/") return { ...access, mapping };
      if (path.includes("/roles/")) return onePage([{ id: 3, name: "Buyer" }]);
      if (path.includes("/company-configurations/")) return { id: 1, username_prefix: "acme" };
      return onePage([]);
    },
    { route: "/users/$userId", at },
  );
  await eventually(() => expect(field("Email").value).toBe(at.includes("CLONE") ? "" : "dana@example.com"));
  return { page, sent, bodies };
};

test("an address that says so clones, and the original is not saved (USER-052 partly, USER-058 partly)", async () => {
  const { page, sent } = await open("/users/7?action=CLONE");
  expect(find("h1")?.textContent).toBe("Clone User");
  expect(find("nav[aria-label=Breadcrumbs]")?.textContent).toMatch(/^Users.*Clone User$/);
  await fill("First Name", "Eve");
  await fill("Last Name", "Burr");
  await fill("Email", "eve@example.com");
  field("Set a password").click();
  await eventually(() => field("Password"));
  await fill("Password", "Industrial#2026");
  await eventually(() => expect(field("Username").value).toBe("acme-eve.burr"));
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/users"));
  expect(sent).toEqual(["POST /accounts/users/7/clone/"]);
});

test("an address without it edits (USER-052 partly)", async () => {
  await open("/users/7");
  expect(find("h1")?.textContent).toBe("Edit User");
  expect(control("Return to users")?.getAttribute("href")).toBe("/users");
});

test("what the directory decides is disabled, explained and not sent; the rest is saved (SCIM-008 partly)", async () => {
  const decides = ["username", "first_name", "last_name", "email", "role", "sites"];
  const { page, bodies } = await open("/users/7", {
    ...{ username: "dana@acme.example", sites: [{ id: 4, name: "Rig 4" }], directory: { decides } },
    ...{ enable_analytics: false, enable_text_messages: false },
  });
  for (const label of ["First Name", "Last Name", "Username", "Title", "Email"])
    expect([label, field(label).disabled]).toEqual([label, true]);
  expect(field("Username").value).toBe("dana@acme.example");
  const shown = document.body.textContent ?? "";
  expect(shown).toContain("This user is kept by your company's directory.");
  expect(shown.split("This is kept by your company's directory. Change it there.")).toHaveLength(7);
  expect(shown).toContain("Rig 4");
  await fill("Phone Number", "+14325550118");
  await eventually(() => expect(control("Save")?.hasAttribute("disabled")).toBe(false));
  await click("Save");
  await eventually(() => expect(page.path()).toBe("/users"));
  expect(bodies.map(Object.keys)).toEqual([
    [
      ...["password", "phone", "alerts_enabled", "enable_analytics", "enable_text_messages"],
      ...["send_welcome_email", "groups"],
    ],
  ]);
});

test("which groups give what of it is explained beside a user (SSOS-005 partly)", async () => {
  await open(
    "/users/7",
    {},
    {
      decides: ["role"],
      matches: [
        {
          ...{ claim: "groups", value: "Buyers", node: null, sites: [], is_company_admin: false },
          role: { id: 3, name: "Buyer" },
        },
      ],
      sources: [{ source: "directory", at: "2026-03-01T09:00:00.000Z" }],
    },
  );
  await eventually(() => expect(document.body.textContent).toContain("Group Buyers: the role Buyer"));
  expect(document.body.textContent).toContain("identity provider or directory decide the role.");
});

test("a person is erased after their name was typed (LIFE-002 partly)", async () => {
  const { page, sent, bodies } = await open("/users/7");
  await click("Erase this person…");
  await eventually(() => expect(document.body.textContent).toContain("This cannot be undone."));
  expect(control("Erase")?.hasAttribute("disabled")).toBe(true);
  expect(document.body.textContent).toContain("What stays: files of documents, backups of the provider");
  await fill("Type Dana Whitfield to confirm", "dana whitfield");
  await click("Erase");
  await eventually(() => expect(page.path()).toBe("/users"));
  expect(sent).toEqual(["POST /accounts/users/7/erase/"]);
  expect(bodies).toEqual([{ name: "dana whitfield" }]);
});
