import type { Session } from "@mcc/contract/access/session.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { loadPhoneCheck } from "../../platform/records/fields/phone-check.ts";
import { pageForm } from "../../testing/dialog-form.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ProfilePage } from "./profile-page.tsx";

const user = person({ company: companyWith(true, true, null) });
const provider = person({ company: null, is_mcc_admin: true });

const PROFILE = {
  id: 3,
  username: "acme-ada.byron",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@example.com",
  pending_email: null as string | null,
  phone: "+14325550117",
  enable_text_messages: false,
  role: { id: 1, name: "Foreman" },
  company: { id: 1, name: "Acme Drilling" },
  is_company_admin: false,
  is_mcc_admin: false,
  has_password: true,
  kept_by_directory: false,
};
const CHOICES = {
  approvals: { email: true, text: true },
  alerts: { email: false, text: false },
  reminders: { email: true, text: true },
  questions: { email: true, text: true },
  comments: { email: true, text: false },
  digests: { email: false, text: false },
  text_messages: "no_phone",
};
const session = (id: string, device: string, isCurrent: boolean) => ({
  id,
  device,
  address: "192.0.2.7",
  created_at: "2026-03-01T09:00:00.000Z",
  last_used_at: "2026-03-02T10:00:00.000Z",
  is_current: isCurrent,
});

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const open = async (answers: Record<string, (body: unknown) => unknown> = {}, who: Session = user) => {
  const sent: { to: string; body: unknown }[] = [];
  const answer: typeof answers = {
    "GET /accounts/profile/": () => PROFILE,
    "GET /accounts/notification-preferences/": () => CHOICES,
    "GET /accounts/sessions/": () => ({
      results: [session("a", "Chrome on Windows", true), session("b", "Safari on iPhone", false)],
    }),
    ...answers,
  };
  renderPage(ProfilePage, who, ({ method, url, body }) => {
    const to = `${method} ${url.pathname.replace(/^\/api/, "")}`;
    if (method !== "GET") sent.push({ to, body });
    return answer[to]?.(body);
  });
  await eventually(() => expect(field("First Name").value).toBe("Ada"));
  return sent;
};
const facts = () =>
  all("dl > div").map(({ children }) => [...children].map(({ textContent }) => textContent));
const choice = (name: string) => find<HTMLInputElement>(`input[aria-label="${name}"]`);

test("shows name, e-mail, phone, role and company, and saves what changes (PROF-001)", async () => {
  const sent = await open({ "PATCH /accounts/profile/": (body) => ({ ...PROFILE, ...(body as object) }) });
  expect(facts()).toEqual([
    ["Username", "acme-ada.byron"],
    ["Role", "Foreman"],
    ["Company", "Acme Drilling"],
  ]);
  expect(["Last Name", "Email", "Phone Number"].map((label) => field(label).value)).toEqual([
    "Byron",
    "ada@example.com",
    "+14325550117",
  ]);
  await loadPhoneCheck(); // begun by the focus
  await fill("Phone Number", "12");
  expect(texts("form [id$=-error]")).toEqual(["Incorrect Phone Number format"]);
  await fill("Phone Number", "+14325550118");
  await click("Save");
  await eventually(() => expect(toasts()).toEqual(["Your profile was saved"]));
  expect(sent).toMatchObject([
    { to: "PATCH /accounts/profile/", body: { first_name: "Ada", phone: "+14325550118" } },
  ]);
});

test("a new address asks for the password, and waits for its link, which is sent again or given up (PROF-004 partly)", async () => {
  let pending: string | null = null;
  const done = () => ({ detail: "" });
  const refused = Response.json({ current_password: ["This is not your current password"] }, { status: 400 });
  const sent = await open({
    "GET /accounts/profile/": () => ({ ...PROFILE, pending_email: pending }),
    "PATCH /accounts/profile/": (body) => {
      const { email, current_password } = body as { email: string; current_password?: string };
      if (current_password !== "Right-1234") return refused;
      pending = email;
      return { ...PROFILE, pending_email: pending };
    },
    "POST /accounts/profile/email/resend/": done,
    "DELETE /accounts/profile/email/": () => {
      pending = null;
      return done();
    },
  });
  const password = "Confirm with your password";
  expect(document.body.textContent).not.toContain(password);
  await fill("Email", "ADA@example.com");
  expect(document.body.textContent).not.toContain(password);
  await fill("Email", "ada@new.example.com");
  pageForm.submit();
  await eventually(() => expect(texts("form [id$=-error]")).toEqual(["Enter your current password"]));
  expect(sent).toEqual([]);
  await fill(password, "Wrong-1234");
  pageForm.submit();
  await eventually(() => expect(texts("form [id$=-error]")).toEqual(["This is not your current password"]));
  await fill(password, "Right-1234");
  pageForm.submit();
  await eventually(() =>
    expect(texts("[role=status] p")).toContain(
      "We sent a link to ada@new.example.com. Until it is used, your address stays ada@example.com.",
    ),
  );
  expect(sent.at(-1)?.body).toMatchObject({ email: "ada@new.example.com", current_password: "Right-1234" });
  // The form shows the address that counts.
  await eventually(() => expect(field("Email").value).toBe("ada@example.com"));
  expect(document.body.textContent).not.toContain(password);
  clearToasts();
  await click("Send the link again");
  await eventually(() => expect(toasts()).toEqual(["The link was sent again"]));
  await click("Keep my address");
  await eventually(() => expect(document.body.textContent).not.toContain("ada@new.example.com"));
  expect(sent.slice(-2).map(({ to }) => to)).toEqual([
    "POST /accounts/profile/email/resend/",
    "DELETE /accounts/profile/email/",
  ]);
});

test("of a platform admin has no messages about orders (PROF-001)", async () => {
  await open(
    { "GET /accounts/profile/": () => ({ ...PROFILE, role: null, company: null, is_mcc_admin: true }) },
    provider,
  );
  expect(facts()).toEqual([
    ["Username", "acme-ada.byron"],
    ["Role", "Platform admin"],
  ]);
  expect(texts("h2")).toEqual(["About you", "Security", "Password", "Where you are signed in"]);
});

test("a password is changed with the current one; a wrong one is told at its field", async () => {
  const refused = Response.json({ current_password: ["This is not your current password"] }, { status: 400 });
  const sent = await open({
    "POST /accounts/profile/password/": (body) =>
      (body as { current_password: string }).current_password === "Right-1234" ? { detail: "" } : refused,
  });
  await fill("Current password", "Wrong-1234");
  await fill("New password", "Battery-Staple-9");
  await fill("Confirm new password", "Battery");
  expect(texts("form [id$=-error]")).toEqual(["Password and confirmation password does not match"]);
  await fill("Confirm new password", "Battery-Staple-9");
  await click("Change password");
  await eventually(() => expect(texts("form [id$=-error]")).toEqual(["This is not your current password"]));
  await fill("Current password", "Right-1234");
  await click("Change password");
  await eventually(() => expect(field("New password").value).toBe(""));
  expect(sent.at(-1)?.body).toEqual({ current_password: "Right-1234", password: "Battery-Staple-9" });
  expect(toasts()).toEqual(["Your password was changed. Your other sessions have ended."]);
});

test("channels are chosen one by one, and the page says why no text message can be sent", async () => {
  const sent = await open({
    "PUT /accounts/notification-preferences/": () => ({ ...CHOICES, alerts: { email: true, text: false } }),
  });
  await eventually(() => expect(choice("Approvals by e-mail")?.checked).toBe(true));
  expect(choice("Approvals by text message")?.disabled).toBe(true);
  expect(document.body.textContent).toContain("Text messages need a phone number.");
  choice("Alerts by e-mail")?.click();
  await eventually(() => expect(toasts()).toEqual(["Your choice was saved"]));
  expect(sent).toEqual([
    { to: "PUT /accounts/notification-preferences/", body: { alerts: { email: true } } },
  ]);
});

test("another session is ended, or all of them", async () => {
  const done = () => ({ detail: "" });
  const sent = await open({ "DELETE /accounts/sessions/b/": done, "DELETE /accounts/sessions/": done });
  await eventually(() => expect(control("Sign out Safari on iPhone")).toBeDefined());
  expect(control("Sign out Chrome on Windows")).toBeUndefined();
  await click("Sign out Safari on iPhone");
  await eventually(() => expect(toasts()).toEqual(["The session has ended"]));
  await click("Sign out everywhere else");
  await eventually(() => expect(toasts()).toHaveLength(2));
  expect(sent.map(({ to }) => to)).toEqual(["DELETE /accounts/sessions/b/", "DELETE /accounts/sessions/"]);
});
