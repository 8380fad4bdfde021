import type { BrowserContext, Page } from "@playwright/test";

/** A request that is held until it is released, to check what a page shows in the meantime. */
export const holdRequests = async (page: Page, url: string | RegExp) => {
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

/**
 * Replaces a response. A response that the page no longer needs, since it was left or closed, is dropped; a stream of
 * events has no end to wait for.
 */
export const rewriteResponses = <Answer>(
  where: Page | BrowserContext,
  address: string | RegExp,
  change: (answer: Answer, url: URL) => unknown,
) =>
  where.route(address, async (route) => {
    const request = route.request();
    if (request.method() !== "GET" || request.url().includes("/alerts/stream/")) return route.fallback();
    try {
      const response = await route.fetch();
      if (!response.ok()) return await route.fulfill({ response });
      await route.fulfill({ json: change(await response.json(), new URL(request.url())) });
    } catch {
      await route.abort().catch(() => {});
    }
  });

interface ListResponse {
  count: number;
  next: string | null;
  results: Record<string, unknown>[];
}

/** Lets every list respond with this total number of rows. */
export const withCount = (page: Page, address: string | RegExp, count: number) =>
  rewriteResponses<ListResponse>(page, address, (answer, url) => {
    if (!Array.isArray(answer.results)) return answer;
    url.searchParams.set("offset", "20");
    return { ...answer, count, next: count > 20 ? url.href : null };
  });
