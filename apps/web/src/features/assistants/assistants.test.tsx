import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { clearToasts, click, eventually, field, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ConnectPage } from "./connect-page.tsx";
import { OwnAssistants } from "./own-assistants.tsx";

const user = person({ company: companyWith(true, true, null) });
const ASKED = { name: "Reader", host: "assistant.example", kinds: ["orders:read", "budgets:read"] };
const ASSISTANT = {
  ...{ ...ASKED, id: 7, last_used_at: null, last_address: null },
  created_at: "2026-03-01T09:00:00.000Z",
  expires_at: "2026-03-31T09:00:00.000Z",
};
const page = () => document.body.textContent ?? "";

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

test("a person sees their assistants and revokes one after a question (OPEN-006 partly)", async () => {
  let stored = [ASSISTANT];
  const sent: string[] = [];
  renderPage(OwnAssistants, user, ({ method, url }) => {
    if (method === "GET") return { results: stored };
    sent.push(`${method} ${url.pathname}`);
    stored = [];
    return { detail: "" };
  });
  await eventually(() =>
    expect(texts("tbody td").slice(0, 2)).toEqual(["Readerassistant.example", "Orders, Budgets"]),
  );
  expect(texts("tbody td")[3]).toBe("Never");
  await click("Revoke “Reader”");
  await eventually(() => expect(page()).toContain("Take access from “Reader”? It ends at once."));
  await click("Revoke");
  await eventually(() => expect(page()).toContain("No assistant is connected."));
  expect(sent).toEqual(["DELETE /accounts/assistants/7/"]);
});

const connect = (server: Parameters<typeof renderPage>[2], at = "/assistants/connect?request=r-1") =>
  renderPage(ConnectPage, user, server, { route: "/assistants/connect", at });

test("a person chooses what an assistant may read and for how long, and is led back to it (OPEN-006 partly)", async () => {
  const bodies: unknown[] = [];
  const left = vi.spyOn(location, "assign").mockImplementation(() => {});
  connect(({ method, body }) => {
    if (method === "GET") return ASKED;
    bodies.push(body);
    return { url: "https://portal.test/oauth/authorize/r-1?proof=p" };
  });
  await eventually(() => expect(page()).toContain("“Reader” asks for access"));
  expect(page()).toContain("You will be led back to assistant.example.");
  field("Budgets and what is left of them").click();
  field("One day").click();
  await click("Allow");
  await eventually(() =>
    expect(left).toHaveBeenCalledWith("https://portal.test/oauth/authorize/r-1?proof=p"),
  );
  expect(bodies).toEqual([{ kinds: ["orders:read"], days: 1 }]);
});

test("a request that has expired, a company without assistants and no request at all are told in words (OPEN-006 partly)", async () => {
  connect(() => undefined);
  await eventually(() => expect(page()).toContain("This request has expired or was answered already."));
  const off = { detail: "Your company does not let assistants be connected.", code: "assistants.off" };
  connect(() => Response.json(off, { status: 403 }));
  await eventually(() => expect(page()).toContain(off.detail));
  connect(() => undefined, "/assistants/connect");
  await eventually(() => expect(texts("code")).toEqual([`${location.origin}/mcp`]));
});
