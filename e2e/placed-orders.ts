import { randomUUID } from "node:crypto";
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { tokenOf } from "./people.ts";

/** A browser test about approvals uses only its own orders; it places them, at Borealis by default. */
const SLUG = "borealis-mining";

/** The approvers of an order of $8,000 at a western site: one step, for holders of this role. */
const WEST = { site: "Trail Warehouse", total: "8000.00", role: "Procurement Lead" } as const;
export const LEAD = "borealis-malcolm.reyes";
export const OTHER_LEAD = "borealis-annika.strand";
export const ADMIN = "borealis-company.admin";

const json = async (answer: APIResponse) => {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? undefined : answer.json();
};

/** Calls the API as a user. */
export const requestAs = async (page: Page, username: string, method: string, path: string, data?: object) =>
  json(
    await page.request.fetch(`/api${path}`, {
      method,
      data,
      headers: { authorization: `JWT ${await tokenOf(page, username)}` },
    }),
  );

let key: Promise<string> | undefined;
const apiKey = (page: Page): Promise<string> => {
  key ??= requestAs(page, "platform.admin", "POST", "/mcc-admin/api-keys/", {
    name: "Journeys",
    scopes: ["orders"],
  }).then((made) => made.key);
  return key;
};

interface Placed {
  readonly site?: string;
  readonly total?: string;
  readonly items?: readonly string[];
  /** Of each item; 1 by default. */
  readonly quantity?: number;
  /** Another company, and which of its sites. */
  readonly at?: { readonly slug: string; readonly site: { readonly id: number } };
  /** The user who placed it, if they have an account. */
  readonly creator?: string;
  readonly identifier?: string;
}

interface Site {
  readonly id: number;
  readonly name: string;
}

let sites: Promise<Site[]> | undefined;
const siteId = async (page: Page, name: string): Promise<number> => {
  sites ??= requestAs(page, ADMIN, "GET", "/sites/?liteVersion=true&limit=1000").then(
    ({ results }) => results,
  );
  const site = (await sites).find((each) => each.name === name);
  if (!site) throw new Error(`There is no site ${name}`);
  return site.id;
};

const put = async (request: APIRequestContext, apiKeyText: string, path: string, data: object) =>
  json(
    await request.put(`/api/integration/v1/companies/${path}/`, {
      data,
      headers: { authorization: `ApiKey ${apiKeyText}` },
    }),
  );

/** An order as the storefront sends it; by default one item with the whole total. */
export const placeOrder = async (
  page: Page,
  { site = WEST.site, total = WEST.total, items, quantity = 1, at, creator, ...given }: Placed = {},
) => {
  const identifier = given.identifier ?? `E2E-${randomUUID().slice(0, 8).toUpperCase()}`;
  const prices = items ?? [total];
  await put(page.request, await apiKey(page), `${at?.slug ?? SLUG}/orders/${identifier}`, {
    site: at?.site.id ?? (await siteId(page, site)),
    ...(creator ? { creator: { username: creator } } : {}),
    ordered_by: "Storefront Buyer",
    po_number: `PO-${identifier}`,
    lines: prices.map((price, index) => ({
      product: `${identifier}-${index}`,
      sku: `${identifier}-${index}`,
      text: `Item ${index + 1}`,
      quantity,
      base_unit_price_value: price,
    })),
  });
  return identifier;
};
