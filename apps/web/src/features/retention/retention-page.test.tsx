import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { click, eventually, field, fill, find, toasts } from "../../testing/page-events.ts";

const NOTHING = { alerts: 0, messages: 0, sign_ins: 0, audit: 0, documents: 0 };
const RETENTION = {
  ...{ alerts: 90, messages: null, sign_ins: null, audit: null, documents: null },
  checked_at: "2026-03-02T02:23:00Z",
  runs: [{ at: "2026-03-01T02:23:00Z", removed: { ...NOTHING, alerts: 1200, documents: 1 } }],
};
const ERASED = {
  ...{ user: 54, name: "Former user 54", asked_by: "Ada Admin", asked_at: "2026-03-01T10:00:00Z" },
  ...{ done_at: "2026-03-01T10:00:05Z", records: 41, audit_entries: 12, messages: 3 },
};
const preview = () => find("section[aria-label='What would be removed'] p")?.textContent ?? "";

test("what would be removed is told before it is saved; what was removed, and who was erased, is shown (LIFE-003 partly)", async () => {
  openPage("/configuration/retention", {
    "/accounts/retention/": RETENTION,
    "/accounts/erasures/": { results: [ERASED] },
    "POST /accounts/retention/preview/": { ...NOTHING, alerts: 3, audit: 100_000 },
    "PATCH /accounts/retention/": { ...RETENTION, alerts: 30 },
  });
  await eventually(() => expect(field("Days to keep alerts").value).toBe("90"));
  await eventually(() => expect(document.body.textContent).toContain("1,200 alerts and 1 document"));
  await eventually(() =>
    expect(document.body.textContent).toContain("Taken out of 41 records, 12 audit entries and 3 messages"),
  );
  await fill("Days to keep the audit", "100");
  await click("Save");
  await eventually(() =>
    expect(document.body.textContent).toContain("Enter a whole number from 365 to 3650"),
  );
  await fill("Days to keep the audit", "365");
  await eventually(() =>
    expect(preview()).toBe(
      "3 alerts and 100,000 or more audit entries would be removed in the coming night. This cannot be undone.",
    ),
  );
  await click("Save");
  await eventually(() => expect(document.body.textContent).toContain("Remove data for good?"));
  await click("Save and remove");
  await eventually(() => expect(toasts()).toEqual(["The retention settings were saved"]));
});
