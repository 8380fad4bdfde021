import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { fillSignInForm, openSignedIn } from "./people.ts";

const verifier = randomBytes(32).toString("base64url");

/** An assistant that registers itself and asks for access. */
const ask = async (origin: string, redirect: string) => {
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Reader", redirect_uris: [redirect] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = new URLSearchParams({
    ...{ client_id, response_type: "code", redirect_uri: redirect, code_challenge: challenge },
    ...{ code_challenge_method: "S256", state: "s" },
  });
  return { client_id, url: `${origin}/oauth/authorize?${query}` };
};

const call = (origin: string, token: string) =>
  fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "find_orders", arguments: {} },
    }),
  });

/** Where the assistant waits for its code, on this computer. */
const listen = async () => {
  const server = createServer((_, response) => response.end("Connected"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { redirect, close: () => server.close() };
};

test("a company switches assistants on, a person connects one after signing in, sees its use and revokes it (OPEN-006 partly)", async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? "").origin;
  const { admin, people } = await openOwnCompany({ roles: ["Buyer"] });
  await openSignedIn(page, admin, "/configuration/security");
  await page.getByRole("switch", { name: "Let people connect assistants (MCP)" }).click({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The security settings were saved")).toBeVisible();

  const person = await (await browser.newContext()).newPage();
  const { redirect, close } = await listen();
  const { client_id, url } = await ask(origin, redirect);
  await person.goto(url);
  await fillSignInForm(person, people.Buyer.username);
  await expect(person.getByRole("heading", { name: "“Reader” asks for access" })).toBeVisible();
  await person.getByLabel("Budgets and what is left of them").uncheck();
  await person.getByLabel("One day").check();
  await person.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(person.getByText("Connected")).toBeVisible();
  const code = new URL(person.url()).searchParams.get("code") ?? "";
  close();

  const answered = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", code, client_id },
      ...{ redirect_uri: redirect, code_verifier: verifier },
    }),
  });
  const { access_token, scope } = (await answered.json()) as { access_token: string; scope: string };
  expect(scope).toBe("orders:read documents:read approval-times:read access:read");
  expect((await call(origin, access_token)).status).toBe(200);

  await person.goto("/profile");
  const row = person.getByRole("row", { name: /Reader/ });
  await expect(row).toContainText("Orders, Documents, Approval times, Access");
  await expect(row).not.toContainText("Never");
  await row.getByRole("button", { name: "Revoke “Reader”" }).click();
  await person.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(person.getByText("No assistant is connected.")).toBeVisible();
  expect((await call(origin, access_token)).status).toBe(401);
  await person.context().close();
});
