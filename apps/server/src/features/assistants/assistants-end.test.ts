import { resetFactors } from "@mcc/contract/factors/factors.api.ts";
import { changePassword } from "@mcc/contract/profile/profile.api.ts";
import { updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { endCompanySessions } from "@mcc/contract/security/sign-ins.api.ts";
import { beforeAll, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { connectAssistant, switchAssistants } from "../../testing/assistants.ts";
import { PASSWORD } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: ApprovalCompany;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await setUpApprovalCompany(testServer);
  await switchAssistants(testServer, company.companyId);
});

const statusOf = async (token: string) =>
  (await fetch(`${testServer.address}/mcp`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Connected, and then refused after what happens; GET is answered with 405 to whoever may call. */
const endsWith = async (
  happens: (person: { id: number; token: string }, admin: { token: string }) => Promise<{ status: number }>,
) => {
  const person = await company.person();
  const admin = await company.person({ admin: true });
  const assistant = await connectAssistant(testServer, person);
  const ofOther = await connectAssistant(testServer, admin);
  expect(await statusOf(assistant.token())).toBe(405);
  expect((await happens(person, admin)).status).toBe(200);
  expect(await statusOf(assistant.token())).toBe(401);
  return statusOf(ofOther.token());
};

test("an assistant has no access anymore once its person changed their password (OPEN-006 partly)", async () => {
  const body = { current_password: PASSWORD, password: "Battery-Staple-9" };
  const other = await endsWith(({ token }) => testServer.call(changePassword, { token, body }));
  expect(other).toBe(405);
});

test("an assistant has no access anymore once an admin ended the sessions or removed the factors of its person (OPEN-006 partly)", async () => {
  const ended = await endsWith(({ id }, { token }) =>
    testServer.call(endCompanySessions, { token, query: { user: String(id) } }),
  );
  const reset = await endsWith(({ id }, { token }) =>
    testServer.call(resetFactors, { token, params: { id: String(id) } }),
  );
  expect([ended, reset]).toEqual([405, 405]);
  expect(await endsWith((_, { token }) => testServer.call(endCompanySessions, { token, query: {} }))).toBe(
    401,
  );
  const entries = await testServer.sql<{ details: unknown; record_type: string }>(
    "select details, record_type from audit_entries where action = 'session.ended' and company_id = $1 order by id",
    [company.companyId],
  );
  expect(entries[0]).toEqual({ details: { sessions: 1, assistants: 1 }, record_type: "user" });
});

test("an assistant of a closed company has no access (OPEN-006 partly)", async () => {
  const setClosed = (value: string) =>
    testServer.sql(`update companies set closed_at = ${value}, delete_after = ${value} where id = $1`, [
      company.companyId,
    ]);
  await endsWith(async () => {
    await setClosed("now()");
    return { status: 200 };
  });
  await setClosed("null");
});

test("assistants that a company switched off stay off when it switches them on again (OPEN-006 partly)", async () => {
  const set = (token: string, assistants: boolean) =>
    testServer.call(updateSecurityPolicy, { token, body: { assistants } });
  await endsWith(async (_, { token }) => {
    await set(token, false);
    return set(token, true);
  });
});
