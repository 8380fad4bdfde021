import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  fill,
  find,
  press,
  setWidth,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { OwnFactors } from "./own-factors.tsx";

const APP = {
  id: 5,
  kind: "totp",
  name: "Phone",
  created_at: "2026-03-01T09:00:00.000Z",
  last_used_at: null,
};
const SECRET = "JBSWY3DPEHPK3PXP";
const CODES = Array.from({ length: 10 }, (_, at) => `code-${at}`);

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

/** A server that knows the factors of the user. */
const open = async (factors: object[], refuse: Readonly<Record<string, Response>> = {}) => {
  const sent: [request: string, body: unknown][] = [];
  let now = factors;
  renderPage(OwnFactors, person(), ({ method, url, body }) => {
    const request = `${method} ${url.pathname.replace(/^\/api/, "")}`;
    if (method !== "GET") sent.push([request, body]);
    const refusal = refuse[request];
    if (refusal) return refusal.clone();
    switch (request) {
      case "GET /accounts/profile/factors/":
        return { results: now, recovery_codes_left: now.length > 0 ? 10 : 0, is_required: false };
      case "POST /accounts/profile/factors/":
        return { id: 5, secret: SECRET, otpauth_url: `otpauth://totp/MCC:pat?secret=${SECRET}&issuer=MCC` };
      case "POST /accounts/profile/factors/5/confirm/":
        now = [APP];
        return { recovery_codes: CODES };
      case "DELETE /accounts/profile/factors/5/":
        now = [];
        return { detail: "The factor was removed." };
      case "POST /accounts/profile/factors/recovery-codes/":
        return { recovery_codes: CODES };
      case "GET /accounts/v2/user/":
        return person();
      default:
        return undefined;
    }
  });
  await eventually(() => expect(control("Add an app")).toBeDefined());
  return sent;
};
const shownCodes = () => all("[role=dialog] ul li").map(({ textContent }) => textContent);

test("an app is added with a picture or its key; the codes that come with it stay until they are kept (SIGN-001 partly)", async () => {
  const sent = await open([]);
  await eventually(() => expect(document.body.textContent).toContain("You have none yet."));
  expect(control("Add a passkey")).toBeUndefined(); // this browser has none
  await click("Add an app");
  await eventually(() => expect(control("Continue")).toBeDefined());
  await fill("Name", "Phone");
  await click("Continue");
  await eventually(() => expect(find("[role=dialog] code")?.textContent).toBe(SECRET));
  expect(find("[role=dialog] img")?.getAttribute("src")).toMatch(/^data:image\/svg\+xml,/);
  await fill("Code", "123456");
  await click("Confirm");
  await eventually(() => expect(shownCodes()).toEqual(CODES));
  await press("Escape");
  expect(shownCodes()).toEqual(CODES);
  await click("I have kept them");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  await eventually(() => expect(document.body.textContent).toContain("You have 10 recovery codes left."));
  expect(sent).toEqual([
    ["POST /accounts/profile/factors/", { kind: "totp", name: "Phone" }],
    ["POST /accounts/profile/factors/5/confirm/", { code: "123456" }],
  ]);
});

test("a wrong code is told at its field (SIGN-004 partly)", async () => {
  const wrong = "This code is not valid. Enter the newest one.";
  await open([], {
    "POST /accounts/profile/factors/5/confirm/": Response.json({ code: [wrong] }, { status: 400 }),
  });
  await click("Add an app");
  await eventually(() => expect(control("Continue")).toBeDefined());
  await click("Continue");
  await eventually(() => expect(control("Confirm")).toBeDefined());
  await fill("Code", "000000");
  await click("Confirm");
  await eventually(() => expect(find("[role=dialog] [id$=-error]")?.textContent).toBe(wrong));
});

test("the last factor is removed after a question that says what follows (SIGN-001 partly)", async () => {
  const sent = await open([APP]);
  await eventually(() => expect(control("Remove Phone")).toBeDefined());
  await click("Remove Phone");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("your password alone is then enough to sign in"),
  );
  await click("Remove");
  await eventually(() => expect(document.body.textContent).toContain("You have none yet."));
  expect(toasts()).toEqual(["The second factor was removed"]);
  expect(sent.map(([request]) => request)).toEqual(["DELETE /accounts/profile/factors/5/"]);
});
