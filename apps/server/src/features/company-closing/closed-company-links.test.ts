import { closeCompany } from "@mcc/contract/company-closing/company-closing.api.ts";
import { checkResetToken, requestPasswordReset, setNewPassword } from "@mcc/contract/sign-in/sign-in.api.ts";
import { expect, test } from "vitest";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { unsubscribeLink } from "../../platform/mail/unsubscribe-link.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer } from "../../testing/test-server.ts";

test("links without a sign-in change nothing in a closed company (LIFE-004 partly)", async () => {
  const testServer = await startTestServer();
  const { sql, services } = testServer;
  const { operator } = await setUpPlatformAdmin(testServer);
  const companyId = await addCompany(testServer);
  const person = await addPerson(testServer, companyId);
  const addLink = async (purpose: string): Promise<string> => {
    const token = randomToken();
    await sql(
      "insert into password_links (user_id, token_hash, purpose, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
      [person.id, hashToken(token), purpose],
    );
    return token;
  };
  const [reset, device, change] = [await addLink("reset"), await addLink("device"), randomToken()];
  await sql(
    "insert into email_changes (user_id, new_email, token_hash, expires_at) values ($1, 'new@example.com', $2, now() + interval '1 hour')",
    [person.id, hashToken(change)],
  );
  const unsubscribe = new URL(
    unsubscribeLink(services, { userId: person.id, emailVersion: 0, topic: "alerts" }),
  ).pathname;
  const pages = [`/not-me/${device}`, `/confirm-email/${change}`, unsubscribe];
  const statuses = () =>
    Promise.all(pages.map(async (path) => (await fetch(`${testServer.address}${path}`)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await testServer.call(checkResetToken, { body: { token: reset } })).status).toBe(200);

  const [company] = await sql<{ name: string }>("select name from companies where id = $1", [companyId]);
  const closed = await testServer.call(closeCompany, {
    token: await tokenFor(testServer, operator.username),
    params: { id: companyId },
    body: { name: String(company?.name) },
  });
  expect(closed.status).toBe(200);

  expect(await statuses()).toEqual([404, 404, 404]);
  expect((await testServer.call(checkResetToken, { body: { token: reset } })).status).toBe(400);
  const set = await testServer.call(setNewPassword, { body: { token: reset, password: "Correct-Horse-77" } });
  expect(set.status).toBe(400);
  const oneClick = await fetch(`${testServer.address}${unsubscribe}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(oneClick.status).toBe(404);
  expect(await sql("select 1 from notification_preferences where user_id = $1", [person.id])).toEqual([]);
  // Who asks for a link is answered as usual.
  const asked = await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
  expect(asked.status).toBe(200);
  expect(
    await sql("select 1 from messages where company_id = $1 and subject = 'Set a new password'", [companyId]),
  ).toEqual([]);
});
