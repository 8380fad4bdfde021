import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
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
import { renderPage } from "../../testing/render-page.tsx";
import { ReminderSettingsCard } from "./reminder-settings.tsx";

const SETTINGS = {
  first_reminder_hours: 8,
  reminder_interval_hours: 8,
  reminder_max: 3,
  escalation_hours: null,
  escalation_role: null,
  working_days: [1, 2, 3, 4, 5],
  working_from: "08:00",
  working_until: "17:00",
  time_zone: "America/Chicago",
  decide_without_sign_in: false,
  after_change: "keep",
  changeable_fields: [],
  changeable_checkout: [],
};

const MEANING =
  "First reminder after 8 working hours, then every 8 working hours, 3 at most. Never escalated. Work is Monday to Friday, 08:00 to 17:00, America/Chicago.";

beforeEach(clearToasts);

const summary = () => texts("p[aria-live]").join("");

const open = async (refuse?: () => Response) => {
  const sent: unknown[] = [];
  let stored = SETTINGS;
  renderPage(ReminderSettingsCard, person({ is_company_admin: true }), ({ method, url, body }) => {
    if (url.pathname.endsWith("/accounts/roles/")) return { count: 0, results: [] };
    if (method === "GET") return stored;
    sent.push(body);
    if (refuse) return refuse();
    stored = { ...stored, ...(body as object) };
    return stored;
  });
  await eventually(() => expect(summary()).toBe(MEANING));
  await click("Change Reminders and Escalation");
  await eventually(() => expect(field("First reminder after").value).toBe("8"));
  return sent;
};

test("the settings say in a sentence what they mean, and only what was changed is sent", async () => {
  const sent = await open();
  expect(summary()).toBe(MEANING);
  await fill("First reminder after", "4");
  await fill("Escalation after", "24");
  await eventually(() => expect(summary()).toContain("Escalated to company admins after 24 working hours."));
  await click("Save");
  await eventually(() => expect(toasts()).toEqual(["Approval settings updated correctly"]));
  expect(sent).toEqual([{ first_reminder_hours: 4, escalation_hours: 24 }]);
  // The saved settings are in the sentence, and the form is closed.
  await eventually(() => expect(control("Change Reminders and Escalation")).toBeDefined());
  await eventually(() => expect(summary()).toContain("First reminder after 4 working hours"));
});

test("a wrong value is said at its field and not sent, and the server's words appear there too", async () => {
  const sent = await open(() =>
    Response.json({ time_zone: ["This is not a time zone, such as America/Chicago."] }, { status: 400 }),
  );
  await fill("Reminders at most", "99");
  await eventually(() => expect(texts("[id$=-error]")).toEqual(["Enter a whole number, from 0 to 50."]));
  expect(summary()).toBe("");
  await fill("Reminders at most", "5");
  await click("Save");
  await eventually(() =>
    expect(texts("[id$=-error]")).toEqual(["This is not a time zone, such as America/Chicago."]),
  );
  expect(sent).toEqual([{ reminder_max: 5 }]);
});

test("the role of the escalation is shown only while there is an escalation", async () => {
  renderPage(ReminderSettingsCard, person({ is_company_admin: true }), ({ url }) =>
    url.pathname.endsWith("/accounts/roles/")
      ? { count: 1, results: [{ id: 3, name: "Finance" }] }
      : { ...SETTINGS, escalation_hours: 24, escalation_role: 3 },
  );
  await eventually(() => expect(summary()).toContain("after 24 working hours"));
  await click("Change Reminders and Escalation");
  const role = () => field("Escalated to");
  await eventually(() => expect(role().value).toBe("Finance"));
  await fill("Escalation after", "");
  await eventually(() => expect([role().value, role().disabled]).toEqual(["", true]));
  await fill("Escalation after", "8");
  await eventually(() => expect([role().value, role().disabled]).toEqual(["Finance", false]));
});
