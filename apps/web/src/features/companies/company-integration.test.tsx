import { expect, test } from "vitest";
import {
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { ACME, type Answers, configuration, openPlatformPage } from "../../testing/platform-server.ts";
import { refusal } from "../../testing/site-server.ts";
import { CompanyIntegration } from "./company-integration.tsx";

const PATH = "/mcc-admin/companies/7/integration/";
const NONE = { event_url: null, has_event_secret: false, tracking_url_template: null };
const SET = { ...NONE, event_url: "https://erp.acme.com/events", has_event_secret: true };

const open = async (integration: object, answers: Answers = {}) => {
  const { sent } = openPlatformPage(() => <CompanyIntegration company={ACME} />, {
    "GET /mcc-admin/company-configurations/7/": () => configuration(),
    [`GET ${PATH}`]: () => integration,
    ...answers,
  });
  await eventually(() => field("Event address"));
  return sent;
};
const said = () => document.body.textContent ?? "";

test("the first address is saved, and its secret is shown once", async () => {
  const sent = await open(NONE, { [`PATCH ${PATH}`]: () => ({ ...SET, event_secret: "mcc_events_ab12" }) });
  expect(said()).toContain("There is no secret yet.");
  expect(control("Send Test Event")).toBeUndefined();
  await fill("Event address", "https://erp.acme.com/events");
  await click("Save Addresses");
  await eventually(() => expect(texts("[role=dialog] code")).toEqual(["mcc_events_ab12"]));
  expect(sent).toEqual([
    [`PATCH ${PATH}`, { event_url: "https://erp.acme.com/events", tracking_url_template: "" }],
  ]);
  await click("Done");
  await eventually(() => expect(control("Send Test Event")).toBeDefined());
  expect(said()).not.toContain("mcc_events_ab12");
  expect(field("Event address").value).toBe("https://erp.acme.com/events");
});

test("a tracking address without its placeholder is not sent, and what the server refuses is told on its field", async () => {
  const refused = { event_url: ["This address is in a private network."] };
  const sent = await open(NONE, { [`PATCH ${PATH}`]: () => refusal(400, refused) });
  await fill("Tracking address", "https://track.acme.com/{number}");
  await click("Save Addresses");
  const errors = () => texts("[id$=-error]");
  await eventually(() =>
    expect(errors()).toEqual(["Write {identifier} where the number of the order belongs."]),
  );
  expect(sent).toEqual([]);
  await fill("Tracking address", "https://track.acme.com/{identifier}");
  await fill("Event address", "https://10.0.0.1/");
  await click("Save Addresses");
  await eventually(() => expect(errors()).toEqual(refused.event_url));
});

test("a new secret replaces another one only after a question", async () => {
  const sent = await open(SET, {
    [`POST ${PATH}secret/`]: () => ({ ...SET, event_secret: "mcc_events_cd34" }),
  });
  await click("Generate New Secret");
  await eventually(() => expect(control("Replace")).toBeDefined());
  expect(sent).toEqual([]);
  await click("Replace");
  await eventually(() => expect(texts("[role=dialog] code")).toEqual(["mcc_events_cd34"]));
  expect(sent).toHaveLength(1);
});

test("a test event tells what the receiver has responded", async () => {
  clearToasts();
  const delivery = {
    ...{ id: 4, event_id: "4a03f14f", type: "test", company: { id: 7, name: "Acme", slug_name: "acme" } },
    ...{ url: SET.event_url, state: "waiting", attempts: 1, last_status: 500, next_try_at: null },
    ...{
      last_error: "The receiver answered 500.",
      created_at: "2026-11-13T12:00:00.000Z",
      delivered_at: null,
    },
  };
  await open(SET, {
    "POST /mcc-admin/companies/7/test-event/": () => delivery,
    "GET /mcc-admin/event-deliveries/4/": () => ({ ...delivery, payload: {}, log: [] }),
  });
  await click("Send Test Event");
  await eventually(() => expect(said()).toContain("Not delivered. The receiver answered 500."));
  expect(toasts()).toEqual(["Test event sent"]);
});

test("a company without a configuration has to get it first", async () => {
  openPlatformPage(() => <CompanyIntegration company={ACME} />, {
    "GET /mcc-admin/company-configurations/7/": () =>
      refusal(404, { detail: "Not found.", code: "not_found" }),
    [`GET ${PATH}`]: () => NONE,
  });
  await eventually(() => expect(said()).toContain("Create the company configuration first."));
  expect(toasts()).toEqual([]);
});
