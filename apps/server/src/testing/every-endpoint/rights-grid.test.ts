import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { countCases } from "../battery.ts";
import { addCompany, addPerson, tokenFor } from "../people.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { setUpFullCompany } from "./full-company.ts";
import { absentIds } from "./ids.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { endpoints, keyOf, type SentResponse, sampleOf, send } from "./requests.ts";
import { mayCall, RIGHTS } from "./rights.ts";

/** The answer to each kind of user, by endpoint. */
const grid = new Map<string, Map<Kind, SentResponse>>();
const rowOf = (key: string) => RIGHTS.find((row) => row.endpoints.includes(key));
const isOpen = (key: string) => rowOf(key)?.allowed === KINDS;

/** Anything else than these comes after the right was checked: nothing has the ids of the requests. */
const REFUSALS: Readonly<Record<string, string>> = {
  "auth.required": "401",
  "key.required": "401",
  "access.denied": "403",
  "key.person": "403",
  "key.scope": "403",
};
const verdictOf = ({ status, code = "" }: SentResponse): string => {
  if (status >= 500) return String(status);
  const refused = REFUSALS[code];
  return refused === String(status) ? refused : "allowed";
};

let testServer: TestServer;

const expiredToken = async (username: string) => {
  const token = await tokenFor(testServer, username);
  await testServer.sql(
    `update sessions set expires_at = now() - interval '1 second'
     where id = (select id from sessions order by created_at desc limit 1)`,
  );
  return token;
};

/** Of the same user and session, and signed by somebody else. */
const forged = (token: string) => {
  const [header, claims] = token.split(".");
  return [header, claims, Buffer.alloc(32, 7).toString("base64url")].join(".");
};

beforeAll(async () => {
  testServer = await startTestServer();
  const { people, keys } = await setUpFullCompany(testServer, { hierarchy: true });
  const bare = await addCompany(testServer);
  const [bareAdmin, services] = [
    await addPerson(testServer, bare, { admin: true }),
    await addPerson(testServer, null),
  ];
  const tokens: Partial<Record<Kind, string>> = {
    ...Object.fromEntries(Object.entries(people).map(([kind, { token }]) => [kind, token])),
    expired: await expiredToken(people.admin.username),
    forged: forged(people.admin.token),
    bareAdmin: await tokenFor(testServer, bareAdmin.username),
    platform: await tokenFor(testServer, services.username),
  };
  const headersOf = (kind: Kind): Record<string, string> => {
    if (kind in keys) return keys[kind as keyof typeof keys].headers;
    return tokens[kind] ? { authorization: `JWT ${tokens[kind]}` } : {};
  };
  // Signing out comes last: the other requests need the session.
  const inOrder = endpoints.toSorted((a, b) => Number(a === signOut) - Number(b === signOut));
  for (const endpoint of inOrder) grid.set(keyOf(endpoint), new Map());
  const askAs = async (kind: Kind) => {
    for (const endpoint of inOrder) {
      const request = sampleOf(endpoint, absentIds, { hierarchy: true, slug: "no-such-company" });
      grid.get(keyOf(endpoint))?.set(kind, await send(testServer, endpoint, request, headersOf(kind)));
    }
  };
  await Promise.all(KINDS.map(askAs));
});

/** The cells of the grid that differ from the table. */
const differences = (keys: readonly string[], kinds: readonly Kind[] = KINDS): string[] =>
  keys.flatMap((key) =>
    kinds.flatMap((kind) => {
      const answer = grid.get(key)?.get(kind);
      const isKeyCall = key.includes(" /integration/");
      const isUnknown = kind === "anonymous" || kind === "expired" || kind === "forged";
      const isKnown = !isUnknown && (kind === "key") === isKeyCall;
      const expected = mayCall(kind, key) ? "allowed" : isKnown ? "403" : "401";
      const found = answer ? verdictOf(answer) : "no answer";
      return found === expected ? [] : [`${key} as ${kind}: expected ${expected}, found ${found}`];
    }),
  );
const guarded = () => [...grid.keys()].filter((key) => !isOpen(key));

describe("the rights grid", () => {
  test("has one row for every endpoint", () => {
    const rows = RIGHTS.flatMap((row) => row.endpoints);
    const keys = endpoints.map(keyOf);
    expect(
      keys.filter((key) => rows.filter((row) => row === key).length !== 1),
      "Each of these needs one row in apps/server/src/testing/every-endpoint/rights.ts, under the rule that says who may call it.",
    ).toEqual([]);
    expect(rows.filter((row) => !keys.includes(row))).toEqual([]);
  });

  test("every endpoint refuses whom the table refuses, keys of companies included, and nobody else (API-010, API-015, AUTH-032, OPEN-001 partly)", ({
    task,
  }) => {
    expect(guarded().length).toBeGreaterThan(150);
    expect(differences(guarded())).toEqual([]);
    countCases(task, guarded().length * KINDS.length);
  });

  test("an open endpoint answers everybody alike, whoever is signed in", () => {
    for (const key of [...grid.keys()].filter(isOpen)) {
      // Who asks is unknown, so that all of them together are limited, too.
      const answers = [...(grid.get(key)?.values() ?? [])]
        .filter(({ code }) => code !== "rate.limited")
        .map(({ status, code }) => `${status} ${code}`);
      expect([key, ...new Set(answers)]).toEqual([key, answers[0]]);
      expect(Number(answers[0]?.slice(0, 3)), key).toBeLessThan(500);
    }
  });

  const isPlatform = (key: string) => /\/mcc-admin\/|organization-import-nodes|import-sites/.test(key);
  const isOwn = (key: string) =>
    /\/accounts\/(v2\/user\/|logout|confirm|sso-confirm|profile|sessions)/.test(key);

  test("what a key of a company may not do is refused with words: with every scope it still is no person (OPEN-001 partly)", () => {
    const refused = guarded().filter((key) => !mayCall("wholeKey", key) && !key.includes(" /integration/"));
    expect(refused.length).toBeGreaterThan(150);
    for (const key of [
      "POST /accounts/api-keys/",
      "POST /orders/:identifier/approve/",
      "PATCH /accounts/security-policy/",
      "PATCH /accounts/users/:id/",
    ])
      expect(refused).toContain(key);
    for (const key of refused)
      expect([key, JSON.parse(grid.get(key)?.get("wholeKey")?.body ?? "{}").detail]).toEqual([
        key,
        "API keys cannot do this. Please sign in to the portal.",
      ]);
  });

  test("platform admins are refused wherever the data is a company's (SEC-004)", () => {
    const ofCompanies = guarded().filter((key) => !isPlatform(key) && !isOwn(key));
    expect(ofCompanies.length).toBeGreaterThan(100);
    for (const key of ofCompanies)
      expect([key, rowOf(key)?.allowed.includes("platform")]).toEqual([key, false]);
    expect(differences(ofCompanies, ["platform"])).toEqual([]);
  });

  test("users of companies, their admins too, are refused by the platform's calls and both imports (SEC-005)", () => {
    const services = guarded().filter(isPlatform);
    expect(services.length).toBeGreaterThan(30);
    for (const key of services) expect([key, rowOf(key)?.allowed]).toEqual([key, ["platform"]]);
    expect(differences(services)).toEqual([]);
  });

  test("what only company admins write is refused to everybody else with 403 (SEC-013)", () => {
    const users = ["regular", "limited", "approver", "impersonator"] as const;
    const writes = guarded().filter(
      (key) =>
        !key.startsWith("GET ") &&
        /\/(accounts\/(users|roles|addresses|company-configurations)|sites|approvals\/rules|imports|company-hierarchy)\//.test(
          key,
        ) &&
        !isPlatform(key),
    );
    expect(writes.length).toBeGreaterThan(30);
    for (const key of writes)
      for (const kind of users)
        expect([key, kind, grid.get(key)?.get(kind)?.status]).toEqual([key, kind, 403]);
  });

  const ADMINS_READ = [
    "GET /accounts/users/",
    "GET /accounts/users/:id/",
    "GET /accounts/roles/",
    "GET /accounts/roles/:id/",
    "GET /approvals/rules/",
    "GET /approvals/rules/:id/",
    "GET /accounts/company-configurations/:id/",
    "POST /sites/exists/",
    "POST /accounts/user/exists/",
    "GET /audit/",
  ];
  const ALL_READ = [
    "GET /sites/site-type/",
    "GET /sites/list-warehouses/",
    "GET /company-hierarchy/organization-nodes/",
    "GET /company-hierarchy/organization-groups/",
    "GET /sites/:id/",
  ];
  test("users, roles, rules, configuration, exists and audit are read by company admins, names and visible sites by all (SEC-029)", () => {
    for (const kind of ["regular", "limited", "approver", "impersonator", "admin"] as const) {
      for (const key of ADMINS_READ)
        expect([key, kind, grid.get(key)?.get(kind)?.status === 403]).toEqual([key, kind, kind !== "admin"]);
      for (const key of ALL_READ)
        expect([key, kind, [200, 404].includes(Number(grid.get(key)?.get(kind)?.status))]).toEqual([
          ...[key, kind, true],
        ]);
    }
  });

  test("without approvals and hierarchy, their calls are refused to the company's admin too (SEC-030)", () => {
    const ofFeatures = guarded().filter((key) =>
      / \/(orders\/pending|approvals\/(rules|users|settings|delegations)|company-hierarchy)\//.test(key),
    );
    expect(ofFeatures.length).toBeGreaterThan(30);
    for (const key of ofFeatures) expect([key, grid.get(key)?.get("bareAdmin")?.status]).toEqual([key, 403]);
  });
});
