import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  eventually,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { EventDeliveriesPage } from "./event-deliveries-page.tsx";

const operator = person({ is_mcc_admin: true, company: null });
const delivery = {
  ...{ id: 4, event_id: "4a03f14f-3b67-4512-89e8-d085f9d970dd", type: "order.approved", state: "failed" },
  company: { id: 1, name: "Acme Drilling", slug_name: "acme-drilling" },
  ...{
    url: "https://erp.acme.com/events",
    attempts: 20,
    last_status: 500,
    last_error: "The receiver answered 500.",
  },
  ...{ created_at: "2026-11-13T12:00:00.000Z", delivered_at: null, next_try_at: null },
};
const attempt = {
  attempt: 20,
  at: "2026-11-13T13:00:00.000Z",
  status: 500,
  error: null,
  response: "<b>no</b>",
};

beforeEach(() => {
  setWidth(1600);
  clearToasts();
});

test("a delivery shows what was sent and what was responded, and is sent again", async () => {
  let replays = 0;
  renderPage(EventDeliveriesPage, operator, ({ method, url }) => {
    const path = url.pathname.replace("/api", "");
    if (path.startsWith("/accounts/preferences/")) return { value: null };
    if (path === "/mcc-admin/event-deliveries/") return onePage([delivery]);
    if (path === "/mcc-admin/event-deliveries/4/") {
      return { ...delivery, payload: { order: "A-1" }, log: [attempt] };
    }
    if (method !== "POST" || path !== "/mcc-admin/event-deliveries/4/replay/") return undefined;
    replays++;
    return delivery;
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(texts("[data-row] td").slice(0, 3)).toEqual(["order.approved", "Acme Drilling", "Failed"]);
  all("[data-row] td")[1]?.click();
  await eventually(() => expect(find("[role=dialog] pre")?.textContent).toBe('{\n  "order": "A-1"\n}'));
  // As text, whatever a receiver responds.
  expect(texts("[role=dialog] tbody td").slice(2)).toEqual(["Status 500", "<b>no</b>"]);
  await click("Replay");
  await eventually(() => expect(toasts()).toEqual(["The event is sent again"]));
  expect(replays).toBe(1);
});
