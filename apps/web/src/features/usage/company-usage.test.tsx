import { expect, test } from "vitest";
import { eventually, texts } from "../../testing/page-events.ts";
import { openPlatformPage } from "../../testing/platform-server.ts";
import { CompanyUsage } from "./company-usage.tsx";

const day = (portal: number, integration: number) => ({ day: "2026-11-13", portal, integration });
const USAGE = {
  ...{ users: 30, sites: 14, orders: 5_000_000, documents: 1_200_000 },
  storage: { bytes: 2_500_000_000, counted_at: "2026-11-13T03:20:00.000Z" },
  requests: [day(1_000, 0), day(0, 20), day(5, 7)],
};

const shown = async (usage: object) => {
  openPlatformPage(() => <CompanyUsage companyId={7} />, {
    "GET /mcc-admin/companies/7/usage/": () => usage,
  });
  await eventually(() => expect(texts("dd")).not.toEqual([]));
  return Object.fromEntries(texts("dt").map((label, at) => [label, texts("dd")[at]]));
};

test("the usage of a company is shown, with when its storage was counted", async () => {
  const facts = await shown(USAGE);
  expect(facts).toMatchObject({ Users: "30", Sites: "14", Orders: "5,000,000", Documents: "1,200,000" });
  expect(facts["Storage of documents"]).toMatch(/^2\.5 GB counted Nov 1[23] 2026/);
  expect(facts["Requests today (UTC)"]).toBe("12 (5 from pages, 7 from systems)");
  expect(facts["Requests, last 3 days"]).toBe("1,032 (1,005 from pages, 27 from systems)");
});

test("storage that was not counted yet says so", async () => {
  expect((await shown({ ...USAGE, storage: null }))["Storage of documents"]).toBe("Counted next night");
});
