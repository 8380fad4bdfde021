import type { Session } from "@mcc/contract/access/session.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, control, eventually, find, setWidth, texts } from "../../testing/page-events.ts";
import { ACME, platformAdmin } from "../../testing/platform-server.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { loadTestConfig } from "../../testing/runtime-config.ts";
import { FallbackPage } from "../pages/fallback-page.tsx";
import { Shell } from "./shell.tsx";
import { Sidebar } from "./sidebar.tsx";

beforeAll(() => loadTestConfig());
beforeEach(() => {
  localStorage.removeItem("sb-open");
  setWidth(1440);
});
afterEach(() => vi.useRealTimers());

const everything = companyWith(true, true, true);
const nothing = companyWith(null, null, null);
const member = person({
  ...{ first_name: "Joel", last_name: "Pedersen", role: { id: 3, name: "Buyer" } as Session["role"] },
  company: { ...nothing, logo: "/acme.svg", name: "Acme Drilling" },
});

const open = (user: Session = member) => {
  renderPage(Shell, user, () => undefined);
  return eventually(() => expect(control("Log Out")).toBeDefined());
};
const sidebar = () => find("nav[aria-label=Main]");
const rail = () => find("nav[aria-label=Pages]");
const sidebarIs = (isOpen: boolean) =>
  eventually(() => {
    expect(sidebar() !== null).toBe(isOpen);
    expect(control(isOpen ? "Close sidebar" : "Open sidebar")).toBeDefined();
  });

test.each([
  ["a user", person({ company: nothing }), ["Home", "Sites", "Orders", "Alerts", "Documents"]],
  [
    "a user of a company with every feature",
    person({ company: everything }),
    ["Home", "Sites", "Pending Approvals", "Orders", "Alerts", "Documents"],
  ],
  [
    "a user with analytics",
    person({ company: nothing, enable_analytics: true }),
    ["Home", "Sites", "Orders", "Alerts", "Analytics", "Documents"],
  ],
  [
    "a company admin without features",
    person({ company: nothing, is_company_admin: true }),
    ["Home", "Sites", "Users", "Orders", "Budgets", "Alerts", "Documents", "Configuration"],
  ],
  [
    "a company admin with every feature",
    person({ company: everything, is_company_admin: true, enable_analytics: true }),
    [
      ...[
        "Home",
        "Hierarchy",
        "Sites",
        "Users",
        "Pending Approvals",
        "Orders",
        "Budgets",
        "Alerts",
        "Analytics",
      ],
      ...["Documents", "Configuration"],
    ],
  ],
])(
  "%s sees exactly their entries (SHELL-019, SHELL-020, SHELL-021, SHELL-022, SHELL-023, SHELL-024, SHELL-025)",
  async (_name, user, entries) => {
    renderPage(Sidebar, user, () => undefined);
    await eventually(() => expect(sidebar()).not.toBeNull());
    const links = [...(sidebar()?.querySelectorAll("a") ?? [])];
    expect(links.map(({ textContent }) => textContent)).toEqual(entries);
    const paths = entries.map((name) => (name === "Home" ? "/" : `/${name.toLowerCase().replace(" ", "-")}`));
    expect(links.map((link) => link.getAttribute("href"))).toEqual(paths);
  },
);

test("sidebar, header and footer are around the page: logo, full name and role, contact, terms, privacy and the year (SHELL-001, SHELL-007, SHELL-009, SHELL-010, SHELL-011, SHELL-012 partly)", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2031-07-01T12:00:00Z");
  await open();
  expect(find("aside img")?.getAttribute("src")).toBe("/acme.svg");
  expect(find("aside img")?.getAttribute("alt")).toBe("Acme Drilling");
  expect(texts("aside span")).toEqual(expect.arrayContaining(["Joel Pedersen", "Buyer"]));
  expect(find("header")?.contains(control("Log Out") as Node)).toBe(true);
  expect(find("header")?.contains(control("Close sidebar") as Node)).toBe(true);
  const links = all("footer a").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["help@provider.example", "mailto:help@provider.example"],
    ["(713) 555-0100", "tel:7135550100"],
    ["Terms and Conditions", "https://provider.example/terms"],
    ["Privacy Policy", "https://provider.example/privacy"],
  ]);
  expect(find("footer")?.textContent).toContain("© 2031 GoAcme");
});

test("the sidebar opens and closes, stores its state under sb-open, and is open if nothing is stored (SHELL-002, SHELL-004, SHELL-005, SHELL-006)", async () => {
  await open();
  await sidebarIs(true);
  expect(localStorage.getItem("sb-open")).toBeNull();
  await click("Close sidebar");
  await sidebarIs(false);
  expect(localStorage.getItem("sb-open")).toBe("false");
  // The next visit: icons are left, with the names of the pages.
  await open();
  await sidebarIs(false);
  const icons = [...(rail()?.querySelectorAll("a") ?? [])];
  expect(icons.map(({ textContent }) => textContent)).toEqual([
    ...["Home", "Sites", "Orders", "Alerts", "Documents"],
  ]);
  await click("Open sidebar");
  await sidebarIs(true);
  expect(localStorage.getItem("sb-open")).toBe("true");
});

/** Only this event tells the page of the new width. */
const resizeTo = (width: number, told: string | undefined) => {
  const others = (event: Event) => event.stopImmediatePropagation();
  addEventListener("resize", others, true);
  setWidth(width);
  removeEventListener("resize", others, true);
  if (told) dispatchEvent(new Event(told));
};

test("the sidebar starts closed at 768 px and less, and follows the window width on resize, on rotation and on load, each by itself (SHELL-002, SHELL-003)", async () => {
  setWidth(768);
  await open();
  await sidebarIs(false);
  expect(rail()).toBeNull();
  for (const event of ["resize", "orientationchange", "load"]) {
    resizeTo(769, event);
    await sidebarIs(true);
    resizeTo(768, event);
    await sidebarIs(false);
  }
  // In a narrow window it is a dialog above the page, which stores nothing and closes with the next page.
  await click("Open sidebar");
  await eventually(() => expect(find("[role=dialog] nav[aria-label=Main]")).not.toBeNull());
  all("[role=dialog] nav a")
    .find(({ textContent }) => textContent === "Home")
    ?.click();
  await eventually(() => expect(control("Open sidebar")).toBeDefined());
  expect(localStorage.getItem("sb-open")).toBeNull();
});

test("a platform admin has no sidebar, only Log Out in the header, and Companies as the home page (SHELL-008, SHELL-026)", async () => {
  await open(platformAdmin);
  expect(all("aside, nav[aria-label=Main]")).toHaveLength(0);
  expect(texts("header button")).toEqual(["Log Out"]);
  expect(all("header a")).toHaveLength(0);
  await eventually(() => expect(texts("nav a").at(-1)).toBe("Your Profile"));
  for (const path of ["/", "/companies"] as const) {
    openPage(path, { "/mcc-admin/companies/": onePage([ACME]) }, { user: platformAdmin });
    await eventually(() => expect(texts("h1")).toEqual(["MCC Admin"]));
    await eventually(() => expect(texts("[data-row]").join()).toContain("Acme Drilling"));
  }
});

test("the fallback page shows the company's logo and a message, and leads home (SHELL-036)", async () => {
  renderPage(FallbackPage, member, () => undefined, { at: "/companies" });
  await eventually(() => expect(texts("h1")).toEqual(["Page Not Found (404)"]));
  const says = document.body.textContent;
  expect(says).toContain("Error");
  expect(says).toContain("Unfortunately the page you were looking for does not exist.");
  expect(find("img")?.getAttribute("src")).toBe("/acme.svg");
  expect(control("Go to the home page")?.getAttribute("href")).toBe("/");
});
