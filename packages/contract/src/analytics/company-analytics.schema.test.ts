import { expect, test } from "vitest";
import { CompanyAnalytics } from "./company-analytics.schema.ts";

const looker = (url: string) =>
  CompanyAnalytics.safeParse({ analytics_source: "LOOKER", looker_dashboard_url: url });
const domo = (url: string) =>
  CompanyAnalytics.safeParse({ analytics_source: "DOMO", domo_dashboards: [{ label: "Spend", url }] });

test.each([
  "https://bi.example.com/x\r\nContent-Security-Policy: *",
  'https://bi.example.com/"><script>',
  "https://bi.example.com/a b",
])("a dashboard at %j is refused", (url) => {
  for (const saved of [looker(url), domo(url)]) expect(saved.success).toBe(false);
});

test("the address of a dashboard is stored as the browser reads it", () => {
  const given = " https://BI.example.com:443/spend?user='a' ";
  const stored = "https://bi.example.com/spend?user=%27a%27";
  expect(looker(given).data?.looker_dashboard_url).toBe(stored);
  expect(domo(given).data?.domo_dashboards[0]?.url).toBe(stored);
});

test("an empty address is missing, and one without encryption is said to be", () => {
  expect(looker("").error?.issues.map(({ message }) => message)).toEqual(["This field is required."]);
  expect(looker("http://bi.example.com/").error?.issues.map(({ message }) => message)).toEqual([
    "This must be an address that starts with https://.",
  ]);
});

test("an address with a password is refused because of the password", () => {
  const url = "https://user:secret@bi.example.com/";
  for (const saved of [looker(url), domo(url)])
    expect(saved.error?.issues.map(({ message }) => message)).toEqual([
      "This can't contain a username or a password.",
    ]);
});
