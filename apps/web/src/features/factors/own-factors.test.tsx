import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
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
import { UserFactors } from "./user-factors.tsx";

/** A device that makes a passkey without a question. */
vi.mock("@simplewebauthn/browser", () => ({ startRegistration: async () => ({}) }));

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

test("Escape while the page loads the new passkey leaves its recovery codes (SIGN-001 partly)", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  let reload = () => {};
  const held = new Promise<void>((resolve) => {
    reload = resolve;
  });
  let isAdded = false;
  renderPage(OwnFactors, person(), async ({ method, url }) => {
    const request = `${method} ${url.pathname.replace(/^\/api/, "")}`;
    if (request === "POST /accounts/profile/factors/passkeys/options/") return {};
    if (request === "POST /accounts/profile/factors/passkeys/") {
      isAdded = true;
      return { recovery_codes: CODES };
    }
    if (isAdded) await held;
    if (request === "GET /accounts/profile/factors/")
      return { results: [], recovery_codes_left: 0, is_required: false };
    return request === "GET /accounts/v2/user/" ? person() : undefined;
  });
  await eventually(() => expect(control("Add a passkey")).toBeDefined());
  await click("Add a passkey");
  await eventually(() => expect(control("Continue")).toBeDefined());
  await fill("Name", "Laptop");
  await click("Continue");
  await eventually(() => expect(shownCodes()).toEqual(CODES));
  await press("Escape");
  expect(shownCodes()).toEqual(CODES);
  expect(document.body.textContent).not.toContain("Leave without saving?");
  reload();
  await click("I have kept them");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
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

test("new recovery codes are created after a question, and copied as a list (SIGN-001 partly)", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const sent = await open([APP]);
  await eventually(() => expect(control("Create new recovery codes")).toBeDefined());
  await click("Create new recovery codes");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Your old recovery codes end."),
  );
  await click("Create");
  await eventually(() => expect(shownCodes()).toEqual(CODES));
  expect(sent.map(([request]) => request)).toEqual(["POST /accounts/profile/factors/recovery-codes/"]);
  await click("Copy recovery codes");
  await eventually(() => expect(copied).toEqual([CODES.join("\n")]));
  vi.unstubAllGlobals();
});

test("recovery codes are printed alone, with the name of the page (SIGN-001 partly)", async () => {
  await open([APP]);
  await eventually(() => expect(control("Create new recovery codes")).toBeDefined());
  await click("Create new recovery codes");
  await eventually(() => expect(control("Create")).toBeDefined());
  await click("Create");
  await eventually(() => expect(shownCodes()).toEqual(CODES));
  const printed: string[] = [];
  const append = document.body.append.bind(document.body);
  vi.spyOn(document.body, "append").mockImplementation((frame) => {
    append(frame);
    const { contentWindow: paper } = frame as HTMLIFrameElement;
    if (paper) paper.print = () => void printed.push(paper.document.body.textContent ?? "");
  });
  await click("Print");
  vi.mocked(document.body.append).mockRestore();
  expect(printed).toEqual([`Your recovery codes, manager.acme.example${CODES.join("\n")}`]);
  const frame = find("iframe") as HTMLIFrameElement;
  expect([frame.hidden, frame.style.display, frame.ariaHidden]).toEqual([false, "", "true"]);
  frame.contentWindow?.dispatchEvent(new Event("afterprint"));
  expect(find("iframe")).toBeNull();
});

test("the last factor of somebody who needs one stays, and the page says why (SIGN-005 partly)", async () => {
  const detail = "Your account needs a second factor: set up another one before you remove this one.";
  await open([APP], {
    "DELETE /accounts/profile/factors/5/": Response.json(
      { detail, code: "factors.required" },
      { status: 409 },
    ),
  });
  await eventually(() => expect(control("Remove Phone")).toBeDefined());
  await click("Remove Phone");
  await eventually(() => expect(control("Remove")).toBeDefined());
  await click("Remove");
  await eventually(() => expect(toasts()).toEqual(["The second factor was not removed"]));
  expect(control("Remove Phone")).toBeDefined();
});

const openOf = async (id: number) => {
  const sent: string[] = [];
  let now: object[] = [APP];
  renderPage(
    () => <UserFactors id={id} name="Bo Buyer" />,
    person({ is_company_admin: true }),
    ({ method, url }) => {
      if (!url.pathname.endsWith(`/accounts/users/${id}/factors/`)) return undefined;
      if (method === "DELETE") {
        sent.push(method);
        now = [];
        return { detail: "Reset." };
      }
      return { results: now, recovery_codes_left: 10, is_required: false };
    },
  );
  await eventually(() => expect(document.body.textContent).toContain("Phone"));
  return sent;
};

test("an admin resets the lost factors of a user after a question, but not their own (SIGN-012 partly)", async () => {
  const sent = await openOf(77);
  await click("Reset second factors");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("They are signed out everywhere, get an e-mail"),
  );
  expect(sent).toEqual([]);
  all("[role=dialog] button")
    .find(({ textContent }) => textContent === "Reset second factors")
    ?.click();
  await eventually(() => expect(toasts()).toEqual(["The second factors were reset"]));
  await eventually(() =>
    expect(document.body.textContent).toContain("None. This user signs in with the password alone."),
  );
  expect(sent).toEqual(["DELETE"]);

  await openOf(person().id);
  expect(control("Reset second factors")).toBeUndefined();
  expect(document.body.textContent).toContain("Your own second factors are in your profile.");
});
