import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { all, eventually, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ConfigurationPage } from "./configuration-page.tsx";

type Toggle = boolean | null;

const open = async (approvals: Toggle, tracking: Toggle) => {
  const who = person({ is_company_admin: true, company: companyWith(approvals, tracking, null) });
  renderPage(ConfigurationPage, who, () => undefined);
  await eventually(() => expect(texts("h1")).toEqual(["Configuration"]));
  return all("a").map((tile) => [tile.querySelector("span > span")?.textContent, tile.getAttribute("href")]);
};

const TILES = [
  ["General Configuration", "/configuration/general"],
  ["Roles", "/configuration/roles"],
  ["Approvals", "/configuration/approvals"],
  ["Ecommerce Login", "/configuration/ecommerce-login"],
  ["Order Tracking", "/configuration/order-tracking"],
  ["Upload Sites List", "/configuration/uploads"],
  ["Type of Sites", "/configuration/site-types"],
  // Beyond the specification, behind its own.
  ["Access", "/configuration/access"],
  ["Audit", "/configuration/audit"],
  ["Security", "/configuration/security"],
  ["Data Retention", "/configuration/retention"],
  ["Single Sign-on", "/configuration/sign-in"],
  ["Webhooks", "/configuration/webhooks"],
  ["Reports", "/reports?of=company"],
  ["API Keys", "/configuration/api-keys"],
  ["Support Access", "/configuration/support-access"],
  ["Company Data", "/configuration/company-data"],
];
const without = (...titles: string[]) => TILES.filter(([title]) => !titles.includes(title ?? ""));
const isTold = (words: string) => document.body.textContent?.includes(words);

test("the tiles lead to the configuration pages, in order (CONF-002)", async () => {
  expect(await open(true, true)).toEqual(TILES);
  expect(await open(false, true)).toEqual(TILES);
  expect(isTold("ask your provider")).toBe(false);
});

test("the Order Tracking tile needs the company's tracking; what is not available is told (CONF-003)", async () => {
  for (const off of [false, null]) {
    expect(await open(true, off)).toEqual(without("Order Tracking"));
    expect(isTold("Order tracking is not available in your company.")).toBe(true);
  }
  expect(await open(null, true)).toEqual(without("Approvals"));
  expect(isTold("Order approvals are not available in your company.")).toBe(true);
  expect(await open(null, null)).toEqual(without("Approvals", "Order Tracking"));
  expect(isTold("Order approvals and order tracking are not available in your company.")).toBe(true);
});
