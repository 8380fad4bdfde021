import { findSupportAccess } from "@mcc/contract/support-access/support-access.api.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "../../platform/api/call.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { startSession } from "../../platform/session/session.ts";
import { openPage } from "../../testing/open-page.tsx";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, control, eventually, fill, find, toasts } from "../../testing/page-events.ts";
import { openPlatformPage } from "../../testing/platform-server.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { siteRow } from "../../testing/site-server.ts";
import { CompanySupportAccess } from "./company-support-access.tsx";
import { SupportBanner } from "./support-banner.tsx";

const UNTIL = new Date(Date.now() + 3_600_000).toISOString();
const ACCESS = {
  ...{ id: 3, granted_by: "Ada Admin", granted_at: "2190-03-01T05:00:00.000Z", ends_at: UNTIL },
  reason: "Order 1027 is missing",
};
const admin = person({
  is_company_admin: true,
  company: companyWith(true, true, true),
  support_until: UNTIL,
});
const support = { ...admin, is_support: true };
const Banner = () => <SupportBanner until={UNTIL} />;
const Section = () => <CompanySupportAccess companyId={7} />;
const banner = () => find("section[aria-label='Support access']")?.textContent ?? "";

afterEach(() => localStorage.clear());

test("a company admin grants support access for some hours (LIFE-005 partly)", async () => {
  let access: object | null = null;
  const answers = {
    get "/accounts/support-access/"() {
      return { access };
    },
    get "POST /accounts/support-access/"() {
      access = ACCESS;
      return ACCESS;
    },
  };
  openPage("/configuration/support-access", answers);
  await eventually(() =>
    expect(document.body.textContent).toContain("The provider's support cannot see your company."),
  );
  await click("Grant Support Access");
  await eventually(() => expect(find("[role=dialog] form")).not.toBeNull());
  await fill("Hours", "25");
  await click("Grant");
  await eventually(() =>
    expect(document.body.textContent).toContain("Enter a whole number of hours from 1 to 24."),
  );
  await fill("Hours", "4");
  await fill("Reason", "Order 1027 is missing");
  await click("Grant");
  await eventually(() => expect(toasts()).toEqual(["Support access was granted"]));
  await eventually(() => expect(document.body.textContent).toContain("Ada Admin"));
  expect(control("Grant Support Access")).toBeUndefined();
});

test("a banner tells company admins that the support may see the company, and revokes it (LIFE-005 partly)", async () => {
  const sent: string[] = [];
  renderPage(Banner, admin, ({ method, url }) => {
    if (method !== "GET") sent.push(`${method} ${url.pathname.replace(/^\/api/, "")}`);
    return method === "DELETE" ? { detail: "Support access was revoked." } : admin;
  });
  await eventually(() => expect(banner()).toContain("The provider's support may see this company until"));
  await click("Revoke");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("The support sees nothing of your company"),
  );
  all("[role=dialog] button")
    .find(({ textContent }) => textContent === "Revoke")
    ?.click();
  await eventually(() => expect(sent).toEqual(["DELETE /accounts/support-access/"]));
});

test("a banner tells the support whose company it sees, and leads back to their own pages (LIFE-005 partly)", async () => {
  const tokens: (string | null)[] = [];
  renderPage(Banner, support, ({ url }) => {
    tokens.push(`${url.pathname.replace(/^\/api/, "")} ${localStorage.getItem("am-token")}`);
    return { detail: "Signed out.", redirect: null };
  });
  localStorage.setItem("am-own-token", "own");
  await eventually(() => expect(banner()).toContain("Support access to Acme, read only, until"));
  await click("End");
  await eventually(() => expect(localStorage.getItem("am-token")).toBe("own"));
  expect([tokens[0], localStorage.getItem("am-own-token")]).toEqual(["/accounts/logout/ secret", null]);
});

test("the token of support access is exchanged for the own one when it is refused, and names the page it reads", async () => {
  const headers: (string | null)[] = [];
  localStorage.setItem("am-token", "secret");
  localStorage.setItem("am-own-token", "own");
  vi.stubGlobal("fetch", async (_: string, request: RequestInit) => {
    const sent = new Headers(request.headers);
    if (sent.get("authorization") === "JWT own") return Response.json(person({ is_mcc_admin: true }));
    headers.push(sent.get("x-page"));
    return Response.json({ code: "auth.required", detail: "Support access has ended." }, { status: 401 });
  });
  history.replaceState(null, "", "/orders");
  startSession(() => 10);
  await eventually(() => expect(localStorage.getItem("am-token")).toBe("own"));
  expect(headers[0]).toMatch(/^\w+ \/orders$/);
  await expect(call(findSupportAccess, {})).resolves.toBeDefined();
  vi.unstubAllGlobals();
});

test("a platform admin opens a company that grants support access (LIFE-005 partly)", async () => {
  let access: object | null = null;
  const answers = {
    "GET /mcc-admin/companies/7/support-access/": () => ({ access }),
    "POST /mcc-admin/companies/7/support-access/": () => ({ token: "support", user: support }),
    "GET /accounts/v2/user/": () => support,
  };
  openPlatformPage(Section, answers);
  await eventually(() => expect(document.body.textContent).toContain("does not grant support access now"));
  expect(control("Open Company")).toBeUndefined();
  access = ACCESS;
  openPlatformPage(Section, answers);
  await eventually(() => expect(document.body.textContent).toContain("Order 1027 is missing"));
  await click("Open Company");
  await eventually(() => expect(localStorage.getItem("am-token")).toBe("support"));
  expect(localStorage.getItem("am-own-token")).toBe("secret");
  await eventually(() => expect(authState.user.get()).toEqual(support));
});

test("the support is offered no exports and reports of a list, which are refused (LIFE-005 partly)", async () => {
  const answers = { "/v2/sites/": onePage([siteRow(1)]) };
  openPage("/sites", answers);
  await eventually(() => expect(find("[data-row]")).not.toBeNull());
  expect([control("Export"), control("Send me this…")]).not.toContain(undefined);
  openPage("/sites", answers, { user: support });
  await eventually(() => expect(find("[data-row]")).not.toBeNull());
  expect([control("Export"), control("Send me this…")]).toEqual([undefined, undefined]);
});
