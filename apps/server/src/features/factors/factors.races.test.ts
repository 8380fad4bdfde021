import * as contract from "@mcc/contract/factors/factors.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { currentUser, giveSecondFactor, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { afterTest } from "../../testing/after-file.ts";
import { makeAuthenticator } from "../../testing/authenticator.ts";
import { eventually } from "../../testing/eventually.ts";
import { ACME, at, BEHIND_PROXY, codeOf, enrollApp } from "../../testing/factors.ts";
import { addCompany, addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let companyId: number;
let admin: { token: string };

const person = async (traits: Parameters<typeof addPerson>[2] = {}) => {
  const added = await addPerson(testServer, companyId, traits);
  return { ...added, token: await tokenFor(testServer, added.username) };
};

beforeAll(async () => {
  testServer = await startTestServer(BEHIND_PROXY);
  companyId = await addCompany(testServer);
  admin = await person({ admin: true });
});

const call = async <E extends Endpoint>(endpoint: E, request: object) => {
  const { status, body } = await testServer.call(endpoint, request as never);
  return { status, ...(body as object) } as { status: number; code?: string } & Record<string, unknown>;
};

/** Another transaction, which runs in the middle of a request: it is begun first, and the request waits for its lock. */
const holdUser = async (userId: number) => {
  const client = new pg.Client({ connectionString: testServer.url });
  await client.connect();
  afterTest(() => client.end().catch(() => {}));
  await client.query("begin");
  await client.query("select from mcc.users where id = $1 for no key update", [userId]);
  return {
    query: (text: string, values: unknown[]) => client.query(text, values),
    /** Lets the request go on, once it waits. */
    letGo: async () => {
      await isWaiting();
      await client.query("commit");
      await client.end();
    },
    isWaiting,
  };
};
const isWaiting = () =>
  eventually(async () => {
    const waiting = await testServer.sql(
      "select from pg_locks where not granted and locktype = 'transactionid'",
    );
    expect(waiting).toHaveLength(1);
  });

const factorsOf = (userId: number) => testServer.sql("select from factors where user_id = $1", [userId]);

const addConfirmedApp = `insert into mcc.factors (user_id, kind, name, secret, confirmed_at)
  values ($1, 'totp', 'Phone', 'x', now())`;

describe("while the first factor is added", () => {
  test("a sign-in with the password alone that is under way opens no session (SIGN-002)", async () => {
    const ada = await addPerson(testServer, companyId);
    const other = await holdUser(ada.id);
    const signingIn = call(signIn, { body: { username: ada.username, password: PASSWORD } });
    await other.isWaiting(); // it has found no factor and checked the password
    await other.query(addConfirmedApp, [ada.id]);
    await other.letGo();
    expect(await signingIn).toMatchObject({ status: 403, code: "auth.second_factor_required" });
    expect(await testServer.sql("select from sessions where user_id = $1", [ada.id])).toHaveLength(0);
  });

  test("a session that was opened with the password alone is none anymore (SIGN-002)", async () => {
    const ben = await person();
    expect((await call(currentUser, { token: ben.token })).status).toBe(200);
    await testServer.sql(addConfirmedApp, [ben.id]);
    expect((await call(currentUser, { token: ben.token })).status).toBe(401);
  });
});

describe("in a session that ends in the middle of the request", () => {
  const ended = "update mcc.sessions set ended_at = now() where user_id = $1";
  const disabled = "update mcc.users set disabled_at = now() where id = $1";

  test("no factor is added (SIGN-001)", async () => {
    for (const change of [ended, disabled]) {
      const cora = await person();
      const body = { kind: "totp", name: "Phone" };
      const { body: app } = await testServer.call(contract.addApp, { token: cora.token, body } as never);
      const { id, secret } = app as unknown as { id: number; secret: string };
      const other = await holdUser(cora.id);
      const confirming = call(contract.confirmApp, {
        ...{ token: cora.token, params: { id }, body: { code: codeOf(secret) } },
      });
      await other.isWaiting();
      await other.query(change, [cora.id]);
      await other.letGo();
      expect((await confirming).status).toBe(401);
      const confirmed = await testServer.sql(
        "select from factors where user_id = $1 and confirmed_at is not null",
        [cora.id],
      );
      expect(confirmed).toHaveLength(0);
    }
  });

  test("nothing is confirmed, neither by a code nor by a password (SIGN-007 partly)", async () => {
    for (const change of [ended, disabled]) {
      const dan = await person();
      const { secret } = await enrollApp(testServer, dan.token);
      await testServer.sql("update sessions set confirmed_at = now() - interval '1 day' where user_id = $1", [
        dan.id,
      ]);
      const other = await holdUser(dan.id);
      const confirming = call(contract.confirmIdentity, {
        ...{ token: dan.token, headers: at(ACME), body: { code: codeOf(secret) } },
      });
      await other.isWaiting();
      await other.query(change, [dan.id]);
      await other.letGo();
      expect((await confirming).status).toBe(401);
      const [session] = await testServer.sql(
        "select confirmed_at < now() - interval '1 hour' as old from sessions where user_id = $1",
        [dan.id],
      );
      expect(session).toEqual({ old: true });
    }
    const eve = await person();
    const other = await holdUser(eve.id);
    const confirming = call(contract.confirmIdentity, { token: eve.token, body: { password: PASSWORD } });
    await other.isWaiting();
    await other.query(ended, [eve.id]);
    await other.letGo();
    expect((await confirming).status).toBe(401);
  });
});

describe("one at a time", () => {
  test("a reset also removes a factor that is being added (SIGN-012)", async () => {
    const finn = await person();
    const other = await holdUser(finn.id);
    await other.query(addConfirmedApp, [finn.id]);
    const resetting = call(contract.resetFactors, { ...admin, params: { id: finn.id } });
    await other.letGo();
    expect((await resetting).status).toBe(200);
    expect(await factorsOf(finn.id)).toHaveLength(0);
  });

  test("a passkey whose id somebody else adds at the same time is refused in words (SIGN-003 partly)", async () => {
    const [gus, thief] = [await person(), await person()];
    const headers = at(ACME);
    const { body: options } = await testServer.call(contract.passkeyOptions, { token: gus.token, headers });
    const authenticator = makeAuthenticator();
    const attestation = authenticator.create(options, ACME);
    const other = await holdUser(thief.id);
    await other.query(
      `insert into mcc.factors (user_id, kind, name, credential_id, public_key, host, confirmed_at)
       values ($1, 'passkey', 'Crafted', $2, 'x', $3, now())`,
      [thief.id, authenticator.id, ACME.host],
    );
    const adding = call(contract.addPasskey, {
      token: gus.token,
      headers,
      body: { name: "Laptop", attestation },
    });
    await other.letGo();
    expect(await adding).toMatchObject({ status: 400, code: "passkey.refused" });
    expect(await factorsOf(gus.id)).toHaveLength(0);
  });
});

describe("of several at once", () => {
  const AT_ONCE = 6;
  const challengeOf = async (username: string) => {
    const asked = await call(signIn, { headers: at(ACME), body: { username, password: PASSWORD } });
    expect(asked.code).toBe("auth.second_factor_required");
    return asked.challenge as string;
  };
  const answers = async (bodies: readonly object[]) => {
    const given = bodies.map((body) => call(giveSecondFactor, { headers: at(ACME), body }));
    const results = await Promise.all(given);
    return results.map(({ status, code }) => code ?? status).sort();
  };
  const repeated = async <T>(one: () => T): Promise<Awaited<T>[]> => {
    const all = [];
    for (let n = 0; n < AT_ONCE; n++) all.push(await one());
    return all;
  };
  const others = (code: string) => Array(AT_ONCE - 1).fill(code);

  test("answers with one code of an app one opens a session (SIGN-004)", async () => {
    const hal = await person();
    const { secret } = await enrollApp(testServer, hal.token);
    const challenges = await repeated(() => challengeOf(hal.username));
    const code = codeOf(secret);
    expect(await answers(challenges.map((challenge) => ({ challenge, code })))).toEqual([
      200,
      ...others("auth.factor_failed"),
    ]);
  });

  test("answers with one recovery code one opens a session (SIGN-001, SIGN-002)", async () => {
    const ida = await person();
    const { recoveryCodes } = await enrollApp(testServer, ida.token);
    const challenges = await repeated(() => challengeOf(ida.username));
    const [code] = recoveryCodes;
    expect(await answers(challenges.map((challenge) => ({ challenge, code })))).toEqual([
      200,
      ...others("auth.factor_failed"),
    ]);
  });

  test("answers to one challenge one opens a session, and the others use nothing up (SIGN-002)", async () => {
    const jan = await person();
    const { recoveryCodes } = await enrollApp(testServer, jan.token);
    const challenge = await challengeOf(jan.username);
    // A challenge has five tries.
    const bodies = recoveryCodes.slice(0, 5).map((code) => ({ challenge, code }));
    expect(await answers(bodies)).toEqual([200, ...Array(4).fill("auth.challenge_ended")]);
    const left = await testServer.sql("select from recovery_codes where user_id = $1 and used_at is null", [
      jan.id,
    ]);
    expect(left).toHaveLength(9);
    expect(
      await testServer.sql("select from sessions where user_id = $1 and method = 'Recovery code'", [jan.id]),
    ).toHaveLength(1);
  });
});
