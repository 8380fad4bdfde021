import { person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  chooseRowAction,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  toasts,
} from "../../testing/page-events.ts";
import { platformAdmin } from "../../testing/platform-server.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { OwnSignIns } from "./own-sign-ins.tsx";

const POLICY = {
  second_factor: "nobody",
  idle_minutes: null,
  session_hours: 8,
  networks: ["10.0.0.0/8"],
  confirm_minutes: 120,
  confirm_rules: false,
  assistants: false,
  your_address: "10.1.2.3",
};
const PREVIEW = {
  required_count: 4,
  enroll_count: 3,
  enroll_users: [
    { id: 1, name: "Ada Admin", username: "ada" },
    { id: 2, name: "Bo Buyer", username: "bo" },
  ],
  ended_sessions: 1,
  outside_sessions: 2,
  leaves_you_out: false,
  refusal: null,
};
const preview = () => find("section[aria-label='What saving does'] ul")?.textContent ?? "";

test("the policy is shown, and whom a change affects is told before it is saved (SIGN-005 partly, SIGN-006 partly)", async () => {
  openPage("/configuration/security", {
    "/accounts/security-policy/": POLICY,
    "POST /accounts/security-policy/preview/": PREVIEW,
    "PATCH /accounts/security-policy/": { ...POLICY, second_factor: "everybody" },
  });
  await eventually(() => expect(field("Networks").value).toBe("10.0.0.0/8"));
  expect(field("Hours until every session ends").value).toBe("8");
  expect(document.body.textContent).toContain("Your address is 10.1.2.3.");
  expect(preview()).toBe("");
  field("Everybody").click();
  await eventually(() => expect(preview()).toContain("4 people need a second factor."));
  expect(preview()).toContain(
    "3 people have no second factor yet and will set one up before anything else: Ada Admin, Bo Buyer and 1 more.",
  );
  expect(preview()).toContain("1 session ends at once.");
  expect(preview()).toContain("2 sessions were last used outside of these networks");
  await click("Save");
  await eventually(() => expect(toasts()).toEqual(["The security settings were saved"]));
  expect(preview()).toBe("");
});

test("what cannot be saved is told at its field, by the page or by the server (SIGN-006 partly)", async () => {
  const locked = "Your own address (10.1.2.3) is not in these networks. You would lock yourself out.";
  openPage("/configuration/security", {
    "/accounts/security-policy/": POLICY,
    "POST /accounts/security-policy/preview/": { ...PREVIEW, refusal: locked },
    "PATCH /accounts/security-policy/": Response.json({ networks: [locked] }, { status: 400 }),
  });
  await eventually(() => expect(field("Networks").value).toBe("10.0.0.0/8"));
  await fill("Minutes until an idle session ends", "2");
  await eventually(() =>
    expect(document.body.textContent).toContain("Enter a whole number from 5 to 10080, or leave it empty."),
  );
  await fill("Minutes until an idle session ends", "15");
  await eventually(() => expect(preview()).toContain(`This cannot be saved: ${locked}`));
  await click("Save");
  await eventually(() => expect(document.body.textContent).toContain(locked));
  expect(toasts()).toEqual([]);
});

const session = (id: string, user: string, isCurrent = false) => ({
  id,
  user: { id: user === "Ada Admin" ? 1 : 2, name: user, username: user },
  method: "Password",
  device: "Chrome on Windows",
  address: "10.1.2.3",
  created_at: "2026-03-01T09:00:00.000Z",
  last_used_at: "2026-03-02T10:00:00.000Z",
  is_current: isCurrent,
});

test("a company admin ends one session, or all of a user, after a question (SIGN-008 partly)", async () => {
  openPage("/configuration/security/sessions", {
    "/accounts/company-sessions/": onePage([session("a", "Ada Admin", true), session("b", "Bo Buyer")]),
    "DELETE /accounts/company-sessions/b/": { detail: "Ended.", ended: 1 },
    "DELETE /accounts/company-sessions/": { detail: "Ended.", ended: 1 },
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  await chooseRowAction("End session", "Bo Buyer, Chrome on Windows");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Sign out Bo Buyer on Chrome"));
  await click("End session");
  await eventually(() => expect(toasts()).toEqual(["The session has ended"]));
  await chooseRowAction("End all sessions of this user", "Bo Buyer, Chrome on Windows");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Sign out Bo Buyer everywhere?"),
  );
  expect(control("End all sessions")).toBeDefined();
});

const signIn = (id: number, user: string | null, result: string) => ({
  id,
  at: "2026-03-02T10:00:00.000Z",
  user: user === null ? null : { id, name: user, username: user },
  method: "Password",
  result,
  address: "203.0.113.7",
  device: "Chrome on Windows",
});

test("the sign-ins of a company are listed with what came of them; unknown accounts have no name (SIGN-009 partly)", async () => {
  openPage("/configuration/security/sign-ins", {
    "/accounts/sign-ins/": onePage([signIn(1, "Bo Buyer", "Accepted"), signIn(2, "Ada Admin", "Refused")]),
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  expect(
    all("[data-row]").map((row) => row.querySelector("[data-tone=good], [data-tone=bad]")?.textContent),
  ).toEqual(["Accepted", "Refused"]);
  expect(control("Export")).toBeDefined();

  openPage(
    "/sign-ins",
    { "/mcc-admin/sign-ins/": onePage([signIn(3, null, "Refused")]) },
    { user: platformAdmin },
  );
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(find("[data-row]")?.textContent).toContain("Unknown account");
});

test("a profile shows the latest sign-ins, and the others on demand (SIGN-009 partly)", async () => {
  const results = Array.from({ length: 7 }, (_, at) =>
    signIn(at, "Bo Buyer", at === 0 ? "Refused" : "Accepted"),
  );
  renderPage(OwnSignIns, person(), ({ url }) =>
    url.pathname.endsWith("/accounts/profile/sign-ins/") ? { results } : undefined,
  );
  await eventually(() => expect(control("Show all 7")).toBeDefined());
  expect(all("tbody tr")).toHaveLength(5);
  expect(find("tbody tr [data-tone=bad]")?.textContent).toBe("Refused");
  await click("Show all 7");
  await eventually(() => expect(all("tbody tr")).toHaveLength(7));
  expect(control("Show all 7")).toBeUndefined();
});
