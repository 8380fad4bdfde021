import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { all, click, control, eventually, setWidth } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { CompanyAnalytics } from "./company-analytics.tsx";

const user = person({ is_mcc_admin: true, company: null });
const DASHBOARD = { label: "Spend", url: "https://public.domo.com/embed/1", token: "given" };
const sent: unknown[] = [];
let stored: object;
const server: TestServer = ({ method, url, body }) => {
  if (url.pathname.replace("/api", "") !== "/mcc-admin/companies/7/analytics/") return undefined;
  if (method === "PUT") {
    sent.push(body);
    stored = body as object;
  }
  return stored;
};
const show = (source: object) => {
  stored = { analytics_source: null, looker_dashboard_url: null, domo_dashboards: [], ...source };
  renderPage(() => <CompanyAnalytics companyId={7} />, user, server);
};
const type = (input: Element | undefined, value: string) => {
  const element = input as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, value);
  element.dispatchEvent(new Event("input", { bubbles: true }));
};
const field = (path: string) => all(`[data-path="${path}"]`)[0] as HTMLInputElement | undefined;

beforeEach(() => {
  setWidth(1600);
  sent.length = 0;
});

test("the address of Looker is changed, and one that is not encrypted is refused on its field", async () => {
  show({ analytics_source: "LOOKER", looker_dashboard_url: "https://looker.example.com/embed/7" });
  await eventually(() =>
    expect(field("looker_dashboard_url")?.value).toBe("https://looker.example.com/embed/7"),
  );
  type(field("looker_dashboard_url"), "http://looker.example.com/");
  control("Save")?.click();
  await eventually(() =>
    expect(document.body.textContent).toContain("This must be an address that starts with https://."),
  );
  expect(sent).toEqual([]);
  type(field("looker_dashboard_url"), "https://looker.example.com/embed/8");
  await eventually(() => expect((control("Save") as HTMLButtonElement).disabled).toBe(false));
  control("Save")?.click();
  await eventually(() =>
    expect(sent).toEqual([
      {
        analytics_source: "LOOKER",
        looker_dashboard_url: "https://looker.example.com/embed/8",
        domo_dashboards: [],
      },
    ]),
  );
});

test("dashboards of Domo are added and removed", async () => {
  show({ analytics_source: "DOMO", domo_dashboards: [DASHBOARD] });
  await eventually(() => expect(field("domo_dashboards.0.label")?.value).toBe("Spend"));
  control("Add dashboard")?.click();
  await eventually(() => expect(field("domo_dashboards.1.label")).toBeDefined());
  type(field("domo_dashboards.1.label"), "Orders");
  type(field("domo_dashboards.1.url"), "https://public.domo.com/embed/2");
  control("Remove dashboard Spend")?.click();
  await eventually(() => expect(field("domo_dashboards.0.label")?.value).toBe("Orders"));
  control("Save")?.click();
  await eventually(() =>
    expect(sent).toEqual([
      {
        analytics_source: "DOMO",
        looker_dashboard_url: null,
        domo_dashboards: [{ label: "Orders", url: "https://public.domo.com/embed/2", token: "" }],
      },
    ]),
  );
});

test("a source that could not be loaded is told, with a button that tries again", async () => {
  let refuses = true;
  renderPage(
    () => <CompanyAnalytics companyId={7} />,
    user,
    (request) => (refuses ? Response.json({ detail: "No." }, { status: 400 }) : server(request)),
  );
  const words = "The analytics of the company could not be loaded.";
  await eventually(() => expect(document.body.textContent).toContain(words));
  stored = { analytics_source: null, looker_dashboard_url: null, domo_dashboards: [] };
  refuses = false;
  await click("Try again");
  await eventually(() => expect(control("Save")).toBeDefined());
});
