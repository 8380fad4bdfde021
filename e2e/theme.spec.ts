import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { fillSignInForm, PASSWORD, sidebarOf } from "./people.ts";

const port = process.env.E2E_PORT ?? "4173";
/** Chromium leads every name below localhost to this machine. */
const at = (host: string, path = "/") => `http://${host}.localhost:${port}${path}`;

test("the host of a company shows its logo, label and stylesheet (THEME-001, THEME-009, THEME-010)", async ({
  page,
}) => {
  await page.goto(at("goacme"));
  await expect(page.getByRole("img", { name: "GoAcme" })).toHaveAttribute(
    "src",
    /^\/theme\/logos\/acme\.svg\?v=/,
  );
  await expect(page).toHaveTitle(/GoAcme/);
  await expect(page.locator('link[rel="stylesheet"][href^="/theme/styles/acme.css"]')).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Go back to shop" })).toHaveAttribute(
    "href",
    `http://localhost:${port}/storefront/`,
  );
  await expect(page.getByRole("button", { name: "Log in" })).toHaveCSS("background-color", "rgb(180, 83, 9)");
});

test("the login page, the sidebar and the splash screen show the same logo (THEME-009)", async ({ page }) => {
  const logo = /^\/theme\/logos\/borealis\.svg\?v=/;
  await page.goto(at("goborealis"));
  await expect(page.getByRole("img", { name: "GoBorealis Mining" })).toHaveAttribute("src", logo);
  await fillSignInForm(page, "borealis-company.admin");
  const sidebar = page.getByRole("img", { name: "Borealis Mining", exact: true });
  await expect(sidebar).toHaveAttribute("src", logo);
  // Held where the page asks who is signed in: until then it shows the splash.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/**", async (route) => {
    await held;
    await route.fallback();
  });
  await page.reload({ waitUntil: "commit" });
  const splash = page.getByRole("img", { name: "GoBorealis Mining" });
  await expect(splash).toHaveAttribute("src", logo);
  await expect(sidebar).toHaveCount(0);
  release();
  await expect(sidebar).toHaveAttribute("src", logo);
});

test("the theme is requested once, with a bearer header, before anything is rendered (THEME-011, THEME-012, THEME-015)", async ({
  page,
}) => {
  const asked: Record<string, string>[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/theme/urls/*", async (route) => {
    asked.push(route.request().headers());
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]?.authorization).toMatch(/^Bearer \S+$/);
  // Nothing but the splash of the document.
  await expect(page.locator("#root")).toHaveText("Loading");
  release();
  await fillSignInForm(page, "acme-regular.user");
  await sidebarOf(page).getByRole("link", { name: "Sites" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sites");
  expect(asked.length).toBe(1);
});

test("the document itself has the splash, in light and dark, until the first script has run (SHELL-014 partly)", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const splash = page.getByRole("status").filter({ hasText: "Loading" });
  for (const [colorScheme, background] of [
    ["light", "rgb(255, 255, 255)"],
    ["dark", "rgb(22, 25, 31)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/", { waitUntil: "commit" });
    await expect(splash).toHaveCSS("background-color", background);
    await expect(splash).toHaveCSS("position", "fixed");
    await expect(splash).toBeInViewport({ ratio: 1 });
  }
  release();
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(splash).toHaveCount(0);
});

test("a theme that cannot be loaded is logged, and nothing is rendered (THEME-013)", async ({ page }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.route("**/theme/urls/*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/");
  await expect.poll(() => logged.some((text) => text.includes("Error fetching theme..."))).toBe(true);
  await expect(page.locator("#root")).toBeEmpty();
  await expect(page.locator("body")).toHaveText("");
});

test("a theme that cannot be applied is logged (THEME-014)", async ({ page }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.route("**/theme/styles/*", (route) => route.abort());
  await page.goto("/");
  await expect.poll(() => logged.some((text) => text.includes("Error setting theme data..."))).toBe(true);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
});

test("a registered service worker is unregistered (THEME-016)", async ({ page }) => {
  // An address that served another product before: its page and worker are answered here, the rest is ours.
  const old: Record<string, [type: string, body: string]> = {
    "/old": ["text/html", "<title>Old</title>"],
    "/sw.js": ["text/javascript", "addEventListener('fetch', () => {});"],
  };
  const server = createServer((incoming, outgoing) => {
    const own = old[incoming.url ?? ""];
    if (own) return void outgoing.writeHead(200, { "content-type": own[0] }).end(own[1]);
    const { url: path, method, headers } = incoming;
    const onward = ask({ host: "localhost", port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.goto(`${origin}/old`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  expect(await registered()).toBe(1);
  await page.goto(origin);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect.poll(registered).toBe(0);
  server.closeAllConnections();
  server.close();
});

test("on a manager. host the page sends its requests to the manager-api. host and signs in there (API-001)", async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    if (request.url().includes("/accounts/")) hosts.add(new URL(request.url()).host);
  });
  await page.goto(at("manager.goborealis"));
  await page.getByLabel("Username or email address").fill("borealis-policy.user");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Erin Gladue")).toBeVisible();
  expect([...hosts]).toEqual([`manager-api.goborealis.localhost:${port}`]);
  await page.reload();
  await expect(page.getByText("Erin Gladue")).toBeVisible();
});

test("the splash of the document is painted before the stylesheet has loaded (SHELL-014 partly)", async ({
  page,
}) => {
  await page.route("**/*.css", () => {});
  // What the browser paints by itself: a screenshot would make it paint.
  const browser = await page.context().newCDPSession(page);
  const painted = new Set<string>();
  browser.on("Page.screencastFrame", ({ data, sessionId }) => {
    painted.add(data);
    void browser.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await browser.send("Page.startScreencast", { format: "png" });
  await page.goto("/", { waitUntil: "commit" });
  await expect.poll(() => painted.size, "the empty page, then the splash").toBeGreaterThan(1);
  await browser.send("Page.stopScreencast");
});
