import { expect, test } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";

const PATH = "/.well-known/security.txt";

test("security.txt names the contacts of the operator, its address and a date within a year, on every host", async () => {
  const { address, app } = await startTestServer({
    MCC_SECURITY_CONTACT: "mailto:security@example.com, https://example.com/report",
  });
  const answer = await fetch(`${address}${PATH}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await answer.text();
  const expires = /^Expires: (\S+)$/m.exec(text)?.[1] ?? "";
  expect(text).toBe(
    [
      "Contact: mailto:security@example.com",
      "Contact: https://example.com/report",
      `Expires: ${expires}`,
      "Canonical: http://portal.test/.well-known/security.txt",
      "Preferred-Languages: en",
      "",
    ].join("\n"),
  );
  const days = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days > 80 && days < 365).toBe(true);
  // The host of the API has its own paths, but this one is the same for all.
  const onApiHost = await app.inject({ url: PATH, headers: { host: "manager-api.localhost" } });
  expect([onApiHost.statusCode, onApiHost.body]).toEqual([200, text]);
});

test("without a contact there is no security.txt", async () => {
  const { address } = await startTestServer();
  expect((await fetch(`${address}${PATH}`)).status).toBe(404);
});
