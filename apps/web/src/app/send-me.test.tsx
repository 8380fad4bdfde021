import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../testing/order-rows.ts";
import {
  choose,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  toasts,
  typeInto,
} from "../testing/page-events.ts";
import { renderPage } from "../testing/render-page.tsx";
import { siteRow } from "../testing/site-server.ts";
import { pageComponents } from "./page-components.ts";

const user = person({ company: companyWith(true, true, null) });
const VIEW = {
  ...{ id: 5, name: "By region", columns: ["region", "name"], ordering: "-name", filters: { name: "Site" } },
  ...{ density: null, shared: false, is_default: false, is_owner: true, owner_name: "Pat Doe" },
};
const report = (name: string, is_owner = true) => ({ id: 1, name, is_owner });

let sent: { path: string; body: Record<string, unknown> }[] = [];
interface Opened {
  readonly at?: string;
  readonly taken?: readonly object[];
  readonly attach?: boolean;
  readonly refusal?: object;
}
const open = async ({ at = "/sites", taken = [], attach = false, refusal }: Opened = {}) => {
  sent = [];
  renderPage(
    pageComponents["/sites"] as never,
    user,
    ({ method, url, body }) => {
      const path = url.pathname.replace(/^\/api/, "");
      if (path.includes("/preferences/")) return { value: null };
      if (path === "/lists/sites/views/") return { results: [VIEW] };
      if (path === "/reports/settings/")
        return { attach_files: attach, time_zone: "America/Chicago", working_days: [1, 2, 3, 4, 5] };
      if (path === "/reports/readers/") return { results: [{ id: 3, name: "Ben Buyer", username: "ben" }] };
      if (path === "/reports/preview/") {
        sent.push({ path, body: body as Record<string, unknown> });
        return { subject: "Sites: 2 sites", html: "<p>Two</p>", next_runs: [] };
      }
      if (path === "/reports/" && method === "GET") return onePage(taken);
      if (path === "/reports/") {
        sent.push({ path, body: body as Record<string, unknown> });
        return refusal ? Response.json(refusal, { status: 400 }) : { id: 9 };
      }
      return path === "/v2/sites/" ? onePage([siteRow(1), siteRow(2)]) : undefined;
    },
    { route: "/sites", at },
  );
  await eventually(() => expect(find("[data-row]")).not.toBeNull());
  await click("Send me this…");
  // The time zone is loaded, and the first field has the focus.
  await eventually(() => expect(dialog()).toContain("Every working day at 7:00 AM, Chicago time"));
  await eventually(() => expect(document.activeElement).toBe(field("Name")));
};
const dialog = () => find("[role=dialog]")?.textContent ?? "";
const created = () => sent.filter(({ path }) => path === "/reports/").map(({ body }) => body);
const start = async () => {
  await click("Start Sending");
  await eventually(() => expect(created()).toHaveLength(1));
  return created()[0];
};

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

test("two clicks make a report of what a list shows, every working day at 7:00 in words (REPT-001 partly)", async () => {
  await open({ at: "/sites?name=Site&ordering=-name" });
  expect(dialog()).toContain("Every working day at 7:00 AM, Chicago time");
  expect(dialog()).toContain("Next: ");
  expect(dialog()).toContain("The report keeps the columns, order and filters that you see now.");
  expect(await start()).toEqual({
    name: "Sites",
    view: {
      ...{ list: "sites", saved_view: null, ordering: "-name", filters: { name: "Site" } },
      columns: ["name", "site_type", "business_unit", "division", "region", "user"],
    },
    schedule: { every: "workday", weekday: null, day: null, at: "07:00" },
    ...{ format: "xlsx", attach: false, readers: [1] },
  });
  await eventually(() => expect(toasts()).toEqual(["The report is set up. It is listed under Reports."]));
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  expect(document.activeElement).toBe(control("Send me this…"));
});

test("on a phone it is two clicks as well (REPT-001 partly)", async () => {
  setWidth(390);
  await open();
  expect(await start()).toMatchObject({ name: "Sites", view: { list: "sites" } });
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});

test("the e-mail is shown beforehand, in a frame without scripts (REPT-003 partly)", async () => {
  await open();
  const frame = await eventually(() => {
    const found = find<HTMLIFrameElement>("iframe");
    expect(found).not.toBeNull();
    return found;
  });
  expect(frame?.getAttribute("sandbox")).toBe("");
  expect(frame?.getAttribute("srcdoc")).toContain("<p>Two</p>");
  expect(dialog()).toContain("Sites: 2 sites");
  await fill("Name", "");
  await eventually(() => expect(dialog()).toContain("The preview appears when every field is valid."));
});

test("a report of a saved view follows it; of a changed one it keeps what is shown (REPT-001 partly)", async () => {
  await open({ at: "/sites?view=5" });
  expect(dialog()).toContain("The report follows the view “By region”");
  expect(await start()).toMatchObject({
    name: "By region",
    view: { saved_view: 5, columns: ["region", "name"], ordering: "-name", filters: { name: "Site" } },
  });
  await open({ at: "/sites?view=5&columns=region,name&ordering=-name" });
  expect(dialog()).toContain("The report keeps the columns, order and filters that you see now.");
  expect(await start()).toMatchObject({ name: "Sites", view: { saved_view: null, filters: {} } });
});

test("weekly, monthly, as CSV, attached and for colleagues (REPT-001 partly, REPT-003 partly)", async () => {
  await open({ attach: true });
  await choose("How often", "Every week");
  await choose("On", "Friday");
  await fill("At", "16:30");
  await eventually(() => expect(dialog()).toContain("Every Friday at 4:30 PM, Chicago time"));
  await choose("How often", "Every month");
  await choose("Day of the month", "Last day");
  await eventually(() => expect(dialog()).toContain("On the last day of every month at 4:30 PM"));
  field("CSV").click();
  field("Attach the file to the e-mail").click();
  await typeInto("Colleagues", "Ben");
  await choose("Colleagues", "Ben Buyer (ben)");
  field("Me").click();
  expect(await start()).toMatchObject({
    schedule: { every: "month", weekday: null, day: 31, at: "16:30" },
    ...{ format: "csv", attach: true, readers: [3] },
  });
});

test("where the company does not allow attached files, the e-mail has a link (REPT-003 partly)", async () => {
  await open();
  await eventually(() => expect(dialog()).toContain("Your company does not allow attached files."));
  expect(() => field("Attach the file to the e-mail")).toThrow();
});

test("a second report gets another name, and errors stand on their fields", async () => {
  await open({
    taken: [report("Sites"), report("sites 2"), report("Sites 3", false)],
    refusal: { "schedule.at": ["Not then."] },
  });
  expect(field("Name").value).toBe("Sites 3");
  field("Me").click();
  await click("Start Sending");
  await eventually(() => expect(dialog()).toContain("Choose at least one reader."));
  expect(created()).toEqual([]);
  field("Me").click();
  await click("Start Sending");
  await eventually(() => expect(dialog()).toContain("Not then."));
  expect(field("At").getAttribute("aria-invalid")).toBe("true");
});
