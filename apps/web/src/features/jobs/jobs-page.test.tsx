import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { JobsPage } from "./jobs-page.tsx";

const FAILED = "019a8c1e-0000-7000-8000-000000000001";
const RUNNING = "019a8c1e-0000-7000-8000-000000000002";
const failed = {
  ...{ id: FAILED, queue: "mail.send", state: "Failed", created: "2026-11-13T12:00:00.000Z" },
  ...{ attempts: 6, next_at: null, error: "connect ECONNREFUSED" },
};
const running = { ...failed, id: RUNNING, queue: "digests", state: "Running", error: null };

beforeEach(() => {
  setWidth(1600);
  clearToasts();
});

/** Opens the page over jobs of which a retried or dropped one is gone. */
const open = (jobs: readonly { id: string }[], refused?: Response) => {
  const sent: string[] = [];
  const server: TestServer = ({ method, url }) => {
    const path = url.pathname.replace("/api", "");
    if (path.startsWith("/accounts/preferences/")) return { value: null };
    if (path.startsWith("/lists/")) return { results: [] };
    if (method === "GET") return onePage(jobs);
    sent.push(`${method} ${path}`);
    if (refused) return refused;
    const id = path.split("/")[3];
    jobs = jobs.filter((job) => job.id !== id);
    return { id };
  };
  renderPage(JobsPage, person({ is_mcc_admin: true, company: null }), server, {
    route: "/jobs",
    at: "/jobs",
  });
  return sent;
};

test("a failed job is retried, and a running one is left to its worker", async () => {
  const sent = open([failed, running]);
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  expect(texts("[data-row]")[0]).toContain("connect ECONNREFUSED");
  expect(control("Retry digests")).toBeUndefined();
  expect(control("Drop digests")).toBeUndefined();
  await click("Retry mail.send");
  await eventually(() => expect(toasts()).toEqual(["The job runs again"]));
  expect(sent).toEqual([`POST /mcc-admin/jobs/${FAILED}/retry/`]);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
});

test("on a phone, the dates and attempts of a job have their labels", async () => {
  setWidth(390);
  const retrying = { ...failed, state: "Retrying", next_at: "2026-11-13T13:00:00.000Z" };
  open([retrying]);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(texts("[data-row] dt")).toEqual(["Created", "Attempts", "Next Attempt", "Error"]);
});

test("jobs that come up meanwhile appear by themselves", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const jobs: { id: string }[] = [failed];
  open(jobs);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  jobs.push(running);
  await vi.advanceTimersByTimeAsync(5_000);
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
});

test("a job is dropped after a confirmation; without jobs the page says so", async () => {
  const sent = open([failed]);
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  await click("Drop mail.send");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("this job of mail.send"));
  expect(sent).toEqual([]);
  await click("Drop");
  await eventually(() => expect(sent).toEqual([`DELETE /mcc-admin/jobs/${FAILED}/`]));
  await eventually(() =>
    expect(document.body.textContent).toContain("Nothing is pending, runs or has failed."),
  );
  expect(toasts()).toEqual(["The job was dropped"]);
});

test("a job that has started meanwhile stays, with the server's reason", async () => {
  open([failed], Response.json({ detail: "This job is running.", code: "job.running" }, { status: 409 }));
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  await click("Retry mail.send");
  await eventually(() => expect(toasts().join()).toContain("The job could not be retried"));
  expect(all("[data-row]")).toHaveLength(1);
});
