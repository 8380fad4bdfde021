import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "../../../platform/page/toast.ts";
import { onePage } from "../../../testing/order-rows.ts";
import {
  all,
  choose,
  chooseRowAction,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  texts,
} from "../../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../../testing/render-page.tsx";
import { AlertRulesPage } from "./alert-rules-page.tsx";

const company = companyWith(true, true, null);
const user = person({ company });
const admin = person({ company, is_company_admin: true });
const trigger = (id: number, more: object = {}) => ({
  ...{ id, rule: "CREATION", frequency: "INSTANTLY", value: null, range_value: [], enabled: true },
  ...{ user: { id: 1, username: "pat" }, site: { id: 3, name: "Rig 93" }, ...more },
});
const RULES = [
  trigger(1),
  trigger(2, { rule: "WEEKDAY", range_value: [6, 7], enabled: false }),
  trigger(3, { rule: "COUNT", frequency: "DAILY", value: 10, enabled: false }),
];

/** What the server says of the user's rules; the triggers of their site are alike at two others. */
const OWN = {
  user: { id: 1, name: "Pat Doe", username: "pat" },
  ...{ alerts_enabled: true, text_messages: "no_phone" },
  rules: [
    {
      ...{ id: 7, rule: "CREATION", frequency: "INSTANTLY", value: null, range_value: [] },
      ...{ amount: "10000.00", all_sites: true, sites: [], channels: ["email"], enabled: true },
      user: { id: 1, username: "pat" },
    },
    {
      ...{ id: 8, rule: "COUNT", frequency: "DAILY", value: 10, range_value: [], amount: null },
      ...{
        all_sites: false,
        sites: [{ id: 3, name: "Rig 93" }],
        channels: ["portal", "email"],
        enabled: false,
      },
      user: { id: 1, username: "pat" },
    },
  ],
  by_site: [
    {
      ...{ rule: "WEEKDAY", frequency: "INSTANTLY", value: null, range_value: [6, 7] },
      ...{ sites: 3, site: null, enabled: 2, channels: ["portal"] },
    },
  ],
};

const sent: { method: string; path: string; query: object; body: unknown }[] = [];
let rules = RULES;
const showRules = async ({ at = "/alerts/configure", who = user, works = true } = {}) => {
  const server: TestServer = ({ method, url, body }) => {
    const path = url.pathname.replace("/api", "");
    if (path.startsWith("/accounts/preferences/")) return { value: null };
    if (path.startsWith("/lists/")) return { results: [] };
    if (path === "/alert-rules/" && method === "GET") return OWN;
    if (path === "/accounts/users/") return onePage([]);
    if (path === "/sites/") return onePage([{ id: 3, name: "Rig 93", node: null }]);
    if (method === "GET") {
      const wanted = url.searchParams.getAll("status");
      const named = (one: (typeof RULES)[number]) => (one.enabled ? "Enabled" : "Disabled");
      return onePage(rules.filter((one) => wanted.length === 0 || wanted.includes(named(one))));
    }
    sent.push({ method, path, query: Object.fromEntries(url.searchParams), body });
    if (!works) return undefined;
    const { enableFilters } = (body ?? {}) as { enableFilters?: boolean };
    if (enableFilters !== undefined) rules = rules.map((one) => ({ ...one, enabled: enableFilters }));
    return {};
  };
  const page = renderPage(AlertRulesPage, who, server, { route: "/alerts/configure", at });
  await eventually(() => expect(all("[data-row]").length).toBeGreaterThan(0));
  return page;
};

beforeEach(() => {
  setWidth(1600);
  sent.length = 0;
  rules = RULES;
  vi.restoreAllMocks();
});

test("the page is labelled Alerts > Configure Rules and lists the rules with their columns (ALERT-010, ALERT-019)", async () => {
  await showRules();
  expect(find("nav[aria-label=Breadcrumbs]")?.textContent).toMatch(/^Alerts.*Configure Rules$/);
  expect(control("Alerts")?.getAttribute("href")).toBe("/alerts");
  expect(texts("thead th").map((text) => text?.trim())).toEqual([
    ...["Rule", "Frequency", "Value", "Username", "Site", "Status", "Actions"],
  ]);
  const cells = all("[data-row]").map((row) => [...row.children].slice(0, 5).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["CREATION", "INSTANTLY", "N.A.", "pat", "Rig 93"],
    ["WEEKDAY", "INSTANTLY", "Saturday, Sunday", "pat", "Rig 93"],
    ["COUNT", "DAILY", "10", "pat", "Rig 93"],
  ]);
  expect(all("[data-row] input[role=switch]").map((one) => (one as HTMLInputElement).checked)).toEqual([
    true,
    false,
    false,
  ]);
});

test("the switch of a row flips it, says how that went, and the list is loaded again (ALERT-011, ALERT-014, ALERT-021, ALERT-023)", async () => {
  const success = vi.spyOn(toast, "success");
  const error = vi.spyOn(toast, "error");
  await showRules();
  rules = [trigger(1, { enabled: false })];
  find("[data-row] input[role=switch]")?.click();
  await eventually(() => expect(success).toHaveBeenCalledWith("Rule updated correctly"));
  expect(sent).toMatchObject([{ method: "PUT", path: "/triggers/1/", body: { id: 1, enabled: false } }]);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  await showRules({ works: false });
  find("[data-row] input[role=switch]")?.click();
  await eventually(() =>
    expect(error.mock.calls[0]?.[0]).toBe("There has been an error while updating the Rule. Try again later"),
  );
});

test("the master toggle sends the filters, and its label alternates (ALERT-012, ALERT-013, ALERT-022, ALERT-024)", async () => {
  const success = vi.spyOn(toast, "success");
  const error = vi.spyOn(toast, "error");
  await showRules({ at: "/alerts/configure?site=Rig&ordering=-site" });
  await eventually(() => expect(control("Disable all filtered alerts")).toBeDefined());
  await click("Disable all filtered alerts");
  await eventually(() => expect(success).toHaveBeenCalledWith("Rules updated correctly"));
  expect(sent).toEqual([
    {
      ...{ method: "PUT", path: "/triggers/batchupdate/" },
      ...{ query: { site: "Rig" }, body: { enableFilters: false } },
    },
  ]);
  await eventually(() => expect(control("Enable all filtered alerts")).toBeDefined());
  await click("Enable all filtered alerts");
  await eventually(() => expect(control("Disable all filtered alerts")).toBeDefined());
  expect(sent[1]?.body).toEqual({ enableFilters: true });
  await showRules({ works: false });
  await eventually(() => expect(control("Disable all filtered alerts")).toBeDefined());
  await click("Disable all filtered alerts");
  await eventually(() =>
    expect(error.mock.calls[0]?.[0]).toBe(
      "There has been an error while updating the Rules. Try again later",
    ),
  );
});

test("disabled rules that are filtered can only be enabled (ALERT-013)", async () => {
  await showRules({ at: "/alerts/configure?status=Disabled" });
  expect(control("Enable all filtered alerts")).toBeDefined();
});

const openFilter = async (label: string) => {
  all("thead button")
    .find((one) => one.getAttribute("aria-label")?.startsWith(`Filter ${label}`) ?? false)
    ?.click();
  await eventually(() => expect(find("[role=dialog]")).not.toBeNull());
  return eventually(() => {
    const found = texts("[role=dialog] label");
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
};

test("filters offer the two statuses, and WEEKDAY unless the company has it disabled (ALERT-015, ALERT-016, ALERT-017)", async () => {
  await showRules();
  expect(await openFilter("Status")).toEqual(["Enabled", "Disabled"]);
  await showRules();
  expect(await openFilter("Rule")).toEqual(["CREATION", "WEEKDAY", "COUNT"]);
  await showRules();
  expect(await openFilter("Frequency")).toEqual(["INSTANTLY", "DAILY", "WEEKLY"]);
  await showRules({ who: { ...user, company: { ...company, has_trigger_rule_weekday_disabled: true } } });
  expect(await openFilter("Rule")).toEqual(["CREATION", "COUNT"]);
});

test("a list that cannot be loaded says so (ALERT-025)", async () => {
  const error = vi.spyOn(toast, "error");
  renderPage(AlertRulesPage, user, ({ url }) =>
    /triggers|alert-rules/.test(url.pathname) ? undefined : { value: null },
  );
  await eventually(() =>
    expect(error).toHaveBeenCalledWith("There has been an error while retrieving data. Try again later"),
  );
});

const wordsOf = (label: string) =>
  all("ul")
    .filter((list) => list.getAttribute("aria-label") === label)
    .flatMap((list) => [...list.children].map(({ textContent }) => textContent));

test("rules are shown in words, and alike ones of several sites as one (WORK-013 partly)", async () => {
  await showRules();
  await eventually(() => expect(wordsOf("Your rules")).toHaveLength(2));
  expect(wordsOf("Your rules")).toEqual([
    "Orders of $10,000.00 or more at any site, at once, by e-mail",
    "10 orders in a day at Rig 93, at once, in the portal and by e-mail",
  ]);
  expect(wordsOf("Rules that come with sites")).toEqual([
    "Orders placed on Saturday or Sunday at 3 sites, at once, in the portalOn at 2 of 3 sites · See them by site",
  ]);
  all("ul[aria-label='Rules that come with sites'] input[role=switch]")[0]?.click();
  await eventually(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    ...{ method: "PUT", path: "/alert-rules/by-site/" },
    body: { user: 1, rule: "WEEKDAY", frequency: "INSTANTLY", range_value: [6, 7], enabled: false },
  });
});

test("a rule is created in one dialog with an amount, sites and channels (WORK-013 partly)", async () => {
  const success = vi.spyOn(toast, "success");
  await showRules();
  await click("Create Rule");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Create New Rule"));
  const words = () => find("[role=dialog]")?.textContent ?? "";
  await choose("Notify about", "A number of orders");
  await fill("Number of orders", "0");
  await fill("Only orders of at least", "nothing");
  await click("Create");
  await eventually(() => {
    expect(words()).toContain("Enter a number of orders from 1 to 1,000,000.");
    expect(words()).toContain("Enter an amount above $0.00, such as 10000 or 1,250.50.");
  });
  await fill("Number of orders", "5");
  await fill("Only orders of at least", "$1,250.50");
  field("Some sites")?.click();
  await choose("Which sites", "Rig 93");
  field("By e-mail")?.click();
  expect(words()).toContain("Text messages need a phone number.");
  await eventually(() =>
    expect(words()).toContain(
      "Every 5 orders of $1,250.50 or more at 1 site, at once, in the portal and by e-mail",
    ),
  );
  await click("Create");
  await eventually(() => expect(success).toHaveBeenCalledWith("Rule created correctly"));
  expect(sent).toMatchObject([
    {
      ...{ method: "POST", path: "/alert-rules/" },
      body: {
        ...{ user: 1, rule: "COUNT", frequency: "INSTANTLY", value: 5, range_value: [], amount: "1250.50" },
        ...{ all_sites: false, sites: [3], channels: ["portal", "email"] },
      },
    },
  ]);
});

test("a rule is edited in a dialog, and deleted after a question", async () => {
  const success = vi.spyOn(toast, "success");
  await showRules({ who: admin });
  await click("Edit WEEKDAY, pat, Rig 93");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Edit Rule"));
  all("[role=dialog] input[type=checkbox]")[0]?.click();
  await eventually(() => expect(control("Save")?.hasAttribute("disabled")).toBe(false));
  await click("Save");
  await eventually(() => expect(success).toHaveBeenCalledWith("Rule updated correctly"));
  const changed = sent[0]?.body as { range_value: number[] };
  expect([sent[0]?.path, changed.range_value.toSorted()]).toEqual(["/triggers/2/", [1, 6, 7]]);
  await chooseRowAction("Delete", "COUNT, pat, Rig 93");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain(
      "Do you want to delete the rule COUNT of pat for Rig 93?",
    ),
  );
  await click("Delete");
  await eventually(() => expect(success).toHaveBeenCalledWith("Rule deleted correctly"));
  expect(sent[1]).toMatchObject({ method: "DELETE", path: "/triggers/3/" });
});
