import type { Page } from "@playwright/test";

/** A request that is held until it is let go, to see what a page shows meanwhile. */
export const holding = async (page: Page, url: string | RegExp) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
};

interface Listed {
  count: number;
  next: string | null;
  results: Record<string, unknown>[];
}

/** Lets every list answer as if it were so long. */
export const withCount = (page: Page, url: string | RegExp, count: number) =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    const answer: Listed = await response.json();
    if (!response.ok() || !Array.isArray(answer.results)) return route.fulfill({ response });
    const next = new URL(route.request().url());
    next.searchParams.set("offset", "20");
    await route.fulfill({ json: { ...answer, count, next: count > 20 ? next.href : null } });
  });

/** Lets the first rows of the orders list be what they are said to be. */
export const withOrders = (page: Page, ...changes: object[]) =>
  page.route(/\/api\/orders\/(\?|$)/, async (route) => {
    const answer: Listed = await (await route.fetch()).json();
    const results = answer.results.map((row, at) => ({ ...row, ...changes[at] }));
    await route.fulfill({ json: { ...answer, results } });
  });
