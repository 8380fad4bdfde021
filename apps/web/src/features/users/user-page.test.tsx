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
const open = async (at: string) => {
  const sent: string[] = [];
  const page = renderPage(
    UserPage,
    admin,
    ({ method, url: { pathname } }) => {
      const path = pathname.replace("/api", "");
      if (method !== "GET") sent.push(`${method} ${path}`);
      if (path === "/accounts/users/7/" || path.endsWith("/clone/")) return user;
      if (path.startsWith("/accounts/users/7/")) return undefined;
      if (path === "/access/users/7/") return access;
      if (path.includes("/roles/")) return onePage([{ id: 3, name: "Buyer" }]);
      if (path.includes("/company-configurations/")) return { id: 1, username_prefix: "acme" };
      return onePage([]);
    },
    { route: "/users/$userId", at },
  );
  await eventually(() => expect(field("Email").value).toBe(at.includes("CLONE") ? "" : "dana@example.com"));
  return { page, sent };
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
