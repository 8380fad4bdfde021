import { can, type GlobalAction, permissions } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { api } from "@mcc/contract/api.ts";
import { downloadDocuments } from "@mcc/contract/documents/documents.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { listQueries } from "@mcc/contract/kit/list-schema.ts";
import { signIn, signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addCompany, addPerson, addRole, PASSWORD } from "./testing/people.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

/** Signing out would end the session used by the other requests. */
const endpoints = Object.values(api)
  .flat()
  .filter((endpoint) => endpoint !== signOut);
const isGuarded = ({ allow }: Endpoint) => allow in permissions;

let testServer: TestServer;
const people = new Map<string, { token: string; user: SessionUser }>();

beforeAll(async () => {
  testServer = await startTestServer();
  const rich = await addCompany(testServer, { approvals: true, tracking: true, hierarchy: true });
  const poor = await addCompany(testServer, { approvals: null, tracking: false, hierarchy: null });
  const able = await addRole(testServer, rich, { impersonates: true, tracks: true });
  await testServer.sql("insert into approval_rules (company_id, role_id, limit_amount) values ($1, $2, 0)", [
    rich,
    able,
  ]);
  const kinds: [string, number | null, object][] = [
    ["regular user", rich, {}],
    ["approver who impersonates and tracks", rich, { roleId: able }],
    ["user with analytics", rich, { analytics: true }],
    ["company admin", rich, { admin: true }],
    ["company admin without features", poor, { admin: true }],
    ["platform admin", null, {}],
  ];
  for (const [kind, company, traits] of kinds) {
    const { username } = await addPerson(testServer, company, traits);
    const { body } = await testServer.call(signIn, { body: { username, password: PASSWORD } });
    people.set(kind, body);
  }
});

/** Of no record, so that a call changes nothing. */
const NO_ID = "999999999";

const statusOf = async ({ method, path }: Endpoint, authorization?: string): Promise<number> => {
  const carries = method !== "GET" && method !== "DELETE";
  const answer = await fetch(`${testServer.address}/api${path.replace(/:\w+/g, NO_ID)}`, {
    method,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(carries ? { "content-type": "application/json" } : {}),
    },
    body: carries ? "{}" : undefined,
  });
  // A stream has no end to wait for.
  await (answer.headers.get("content-type") === "text/event-stream" ? answer.body?.cancel() : answer.text());
  return answer.status;
};

describe("every endpoint of the contract", () => {
  test("is mounted, and rejects requests without a token or with an invalid one (API-010)", async () => {
    for (const endpoint of endpoints.filter((one) => one.allow !== "anyone")) {
      for (const authorization of [undefined, "JWT broken", "ApiKey broken"]) {
        const status = await statusOf(endpoint, authorization);
        expect({ path: endpoint.path, status }).toEqual({ path: endpoint.path, status: 401 });
      }
    }
    for (const endpoint of endpoints) expect(await statusOf(endpoint)).not.toBe(404);
  });

  test("refuses exactly the users whom the permissions table refuses (AUTH-032, API-010)", async () => {
    const mustMatch = async (kind: string, { token, user }: { token: string; user: SessionUser }) => {
      for (const endpoint of endpoints.filter(isGuarded)) {
        const allowed = can(user, endpoint.allow as GlobalAction);
        const status = await statusOf(endpoint, `JWT ${token}`);
        const facts = { kind, path: endpoint.path, allow: endpoint.allow, refused: status === 403 };
        expect(facts).toEqual({ ...facts, refused: !allowed });
        expect([401, 500]).not.toContain(status);
      }
    };
    await Promise.all([...people].map(([kind, person]) => mustMatch(kind, person)));
  });

  test("returns a complete list, where it is a list (TABLE-035 partly)", async () => {
    const lists = endpoints.filter(({ query }) => {
      const asked = query && listQueries.get(query)?.shape.safeParse({});
      return asked?.success && Object.hasOwn(asked.data as object, "limit");
    });
    expect(lists.length).toBeGreaterThan(3);
    for (const endpoint of lists) {
      for (const { token, user } of people.values()) {
        if (!can(user, endpoint.allow as GlobalAction)) continue;
        const path = `${endpoint.path}?limit=100000000000` as Endpoint["path"];
        expect([200, 404], path).toContain(await statusOf({ ...endpoint, path }, `JWT ${token}`));
      }
    }
  });

  test.each([
    "constructor",
    "__proto__",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "a.b[c]",
  ])(
    "never fails on a query key such as %s, and a list refuses it by name (API-006, API-011)",
    async (key) => {
      for (const { token, user } of people.values()) {
        for (const endpoint of endpoints.filter(({ method, query }) => method === "GET" && query)) {
          if (!isGuarded(endpoint) || !can(user, endpoint.allow as GlobalAction)) continue;
          const path = endpoint.path.replace(/:\w+/g, NO_ID);
          const answer = await fetch(
            `${testServer.address}/api${path}?field=site&${encodeURIComponent(key)}=1`,
            {
              headers: { authorization: `JWT ${token}` },
            },
          );
          const body = (await answer.json()) as object;
          expect([path, answer.status]).toEqual([path, 400]);
          if (endpoint !== downloadDocuments) expect(Object.keys(body)).toContain(key);
        }
      }
    },
  );

  test("of the integration accepts no portal token (API-015)", async () => {
    const { token } = people.get("company admin") as { token: string };
    const keyed = endpoints.filter((endpoint) => endpoint.allow !== "anyone" && !isGuarded(endpoint));
    expect(keyed.length).toBeGreaterThan(2);
    for (const endpoint of keyed) expect(await statusOf(endpoint, `JWT ${token}`)).toBe(401);
  });
});
