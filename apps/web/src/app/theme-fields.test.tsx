import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { DEFAULT_THEME } from "@mcc/contract/theme/theme.schema.ts";
import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { OpenDecisionPage } from "../features/sign-in/open-decision-page.tsx";
import { SignInLayout } from "../features/sign-in/sign-in-layout.tsx";
import { setGlobals } from "../platform/state/globals.ts";
import { eventually, find, texts } from "../testing/page-events.ts";
import { renderPage } from "../testing/render-page.tsx";
import { Application } from "./application.tsx";
import { FallbackPage } from "./pages/fallback-page.tsx";
import { Sidebar } from "./shell/sidebar.tsx";

const theme = {
  ...{ themeId: "acme", label: "GoAcme", shortName: "Acme", shopUrl: "https://shop.example.com" },
  ...{ logo: "/logo.svg", logoLogin: "/login.svg", logoSidebar: "/sidebar.svg", logoSplash: "/splash.svg" },
  ...{ hasOrderApproval: DEFAULT_THEME.has_order_approval, themeUrl: "/theme.css", accent: null },
};
/** A user without a company has the theme of the host. */
const show = (
  Page: ComponentType,
  more: object = {},
  company = null as ReturnType<typeof companyWith> | null,
) => {
  renderPage(Page, person({ company }), () => undefined);
  setGlobals({ companyTheme: { ...theme, ...more } });
};

test("each screen shows the logo that the theme has for it (THEME-008 partly)", async () => {
  const screens: readonly [ComponentType, string][] = [
    [() => <SignInLayout heading="Log in">{null}</SignInLayout>, "/login.svg"],
    [Sidebar, "/sidebar.svg"],
    [FallbackPage, "/logo.svg"],
  ];
  for (const [Page, logo] of screens) {
    show(Page);
    await eventually(() => expect(find("img")?.getAttribute("src")).toBe(logo));
  }
  show(Application);
  setGlobals({ splash: true });
  await eventually(() => expect(find("[role=status] img")?.getAttribute("src")).toBe("/splash.svg"));
});

test("orders to approve are offered where the theme has order approval, which it has not by default (THEME-008)", async () => {
  const offered = async () => {
    await eventually(() => expect(texts("button")).toContain("Sign in with another account"));
    return texts("a").includes("See the orders that are pending");
  };
  show(OpenDecisionPage);
  expect(await offered()).toBe(false);
  show(OpenDecisionPage, { hasOrderApproval: true });
  expect(await offered()).toBe(true);
  show(OpenDecisionPage, { hasOrderApproval: true }, companyWith(false, true, true));
  expect(await offered()).toBe(false);
});
