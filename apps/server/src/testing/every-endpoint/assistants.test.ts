import { beforeAll, describe, expect, test } from "vitest";
import { connectAssistant, switchAssistants } from "../assistants.ts";
import { countCases } from "../battery.ts";
import { addCompany, addPerson, tokenFor } from "../people.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { countIdsFrom, type FullCompany, setUpFullCompany } from "./full-company.ts";
import { absentIds, type IdKind, type Ids } from "./ids.ts";
import { mayCall } from "./rights.ts";
import { tablesOf } from "./table-checksums.ts";

interface ToolCall {
  readonly tool: string;
  /** Of the ids that a company, or no record, has. */
  readonly args: (ids: Ids) => Record<string, unknown>;
  /** Who may make these calls may have the answer of the tool. Written by hand, not read from the tool. */
  readonly asks: readonly string[];
  /** The id among the arguments. */
  readonly by?: IdKind;
}

const ORDER = ["GET /orders/:identifier/", "GET /orders/:identifier/comments/"];
const CALLS: readonly ToolCall[] = [
  { tool: "find_orders", args: () => ({}), asks: ["GET /orders/"] },
  { tool: "find_orders", args: ({ order }) => ({ search: order }), asks: ["GET /orders/"], by: "order" },
  { tool: "find_orders", args: () => ({ needs_my_approval: true }), asks: ["GET /orders/pending/"] },
  {
    tool: "find_orders",
    args: ({ order }) => ({ needs_my_approval: true, search: order }),
    asks: ["GET /orders/pending/"],
  },
  { tool: "order_status", args: ({ order }) => ({ order }), asks: ORDER, by: "order" },
  { tool: "list_documents", args: () => ({}), asks: ["GET /documents/"] },
  {
    tool: "list_documents",
    args: ({ order }) => ({ order }),
    asks: ["GET /documents/order/:identifier/"],
    by: "order",
  },
  { tool: "budgets", args: () => ({}), asks: ["GET /budgets/"] },
  { tool: "budgets", args: ({ site }) => ({ site_id: site }), asks: ["GET /budgets/"], by: "site" },
  { tool: "approval_times", args: () => ({}), asks: ["GET /analytics/approval-times/"] },
  {
    tool: "access_question",
    args: ({ order }) => ({ order }),
    asks: ["GET /access/orders/:identifier/"],
    by: "order",
  },
  {
    tool: "access_question",
    args: ({ site }) => ({ site_id: site }),
    asks: ["GET /access/sites/:id/"],
    by: "site",
  },
  {
    tool: "access_question",
    args: ({ member }) => ({ user_id: member }),
    asks: ["GET /access/users/:id/"],
    by: "member",
  },
  ...(["approve", "reject"] as const).map((decision) => ({
    tool: "prepare_decision",
    args: ({ order }: Ids) => ({ order, decision }),
    asks: ["GET /orders/:identifier/", "GET /orders/:identifier/budgets/"],
    by: "order" as const,
  })),
];

type PersonKind = keyof FullCompany["people"] | "bareAdmin";
interface Caller {
  readonly kind: PersonKind;
  readonly ask: (call: ToolCall, ids: Ids) => Promise<string>;
  readonly tools: readonly string[];
  readonly token: () => string;
}

let testServer: TestServer;
let company: FullCompany;
let other: FullCompany;
let callers: Caller[];
let tokens: Record<string, string>;

const connect = async (kind: PersonKind, person: { token: string }): Promise<Caller> => {
  const assistant = await connectAssistant(testServer, person);
  const { tools } = await assistant.client.listTools();
  return {
    kind,
    tools: tools.map(({ name }) => name),
    token: assistant.token,
    ask: async ({ tool, args }, ids) => JSON.stringify((await assistant.ask(tool, args(ids))).data),
  };
};

beforeAll(async () => {
  testServer = await startTestServer();
  // What changes is changed by the calls.
  await testServer.services.jobs.stop();
  await countIdsFrom(testServer, 500_000);
  company = await setUpFullCompany(testServer, { hierarchy: true });
  await countIdsFrom(testServer, 600_000);
  other = await setUpFullCompany(testServer, { hierarchy: true });
  const bare = await addCompany(testServer);
  const bareAdmin = await addPerson(testServer, bare, { admin: true });
  for (const id of [company.companyId, other.companyId, bare]) await switchAssistants(testServer, id);
  const people = { ...company.people, bareAdmin: { token: await tokenFor(testServer, bareAdmin.username) } };
  callers = [];
  for (const [kind, person] of Object.entries(people))
    callers.push(await connect(kind as PersonKind, person));
  const expired = await connect("admin", company.people.admin);
  await testServer.sql(
    `update oauth_items set expires_at = now() - interval '1 second'
     where kind = 'AccessToken' and oauth_grant = (select oauth_grant from assistant_grants order by id desc limit 1)`,
  );
  const bearerOf = (headers: Record<string, string>) => headers.authorization?.replace(/^\S+ /, "") ?? "";
  tokens = {
    anonymous: "",
    expired: expired.token(),
    forged: Buffer.alloc(32, 7).toString("base64url"),
    session: company.people.admin.token,
    key: bearerOf(company.keys.key.headers),
    siteKey: bearerOf(company.keys.siteKey.headers),
    wholeKey: bearerOf(company.keys.wholeKey.headers),
  };
});

const isRefused = (answer: string) => answer.includes('"error":"access.denied"');

describe("an assistant", () => {
  test("may have from each tool what its person may call, and nothing else (OPEN-006 partly)", async ({
    task,
  }) => {
    const names = new Set(CALLS.map(({ tool }) => tool));
    const differences: string[] = [];
    for (const { kind, tools, ask } of callers) {
      expect(new Set(tools)).toEqual(names);
      for (const call of CALLS) {
        const isAllowed = call.asks.every((key) => mayCall(kind, key));
        const answer = await ask(call, absentIds);
        if (isRefused(answer) === isAllowed)
          differences.push(`${call.tool} as ${kind}, ${JSON.stringify(call.args(absentIds))}: ${answer}`);
      }
    }
    expect(differences).toEqual([]);
    countCases(task, callers.length * CALLS.length);
  });

  test("has a token of its own: keys and the tokens of users are refused as such (OPEN-006 partly)", async () => {
    const statuses: [string, number][] = [];
    for (const [kind, token] of Object.entries(tokens))
      for (const scheme of ["Bearer", "ApiKey", "JWT"]) {
        const authorization = `${scheme} ${token}`;
        const answer = await fetch(`${testServer.address}/mcp`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        });
        statuses.push([`${scheme} ${kind}`, answer.status]);
      }
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([]);
  });

  test("is answered about what its person does not see as about what is not there, and changes nothing (OPEN-006 partly, SEC-001, SEC-002)", async ({
    task,
  }) => {
    const before = [await tablesOf(testServer), await tablesOf(testServer, other.companyId)] as const;
    const differences: string[] = [];
    const found = new Set<string>();
    const wanted = new Set<string>();
    let compared = 0;
    for (const { kind, ask } of callers) {
      for (const call of CALLS) {
        const { by, tool, asks } = call;
        if (!by || !asks.every((key) => mayCall(kind, key))) continue;
        const answerTo = async (ids: Ids) => {
          const answer = await ask(call, { ...absentIds, [by]: ids[by] });
          return answer.replaceAll(String(ids[by]), "(id)");
        };
        const none = await answerTo(absentIds);
        const name = `${tool} by ${by}`;
        const hidden = { ...absentIds, ...company.hidden } as Ids;
        const isHidden = kind !== "admin" && hidden[by] !== absentIds[by];
        for (const [of, ids] of [
          ["another company", other.ids],
          ...(isHidden ? [["hidden", hidden]] : []),
        ] as [string, Ids][]) {
          const answer = await answerTo(ids);
          compared++;
          if (answer !== none) differences.push(`${name} as ${kind}, ${of}: ${answer}\nnot there: ${none}`);
        }
        wanted.add(name);
        if (kind !== "bareAdmin" && (await answerTo(company.ids)) !== none) found.add(name);
      }
    }
    expect(differences.join("\n\n")).toBe("");
    expect([...wanted].filter((name) => !found.has(name))).toEqual([]);
    expect(compared).toBeGreaterThan(50);
    const after = [await tablesOf(testServer), await tablesOf(testServer, other.companyId)] as const;
    expect(after[1]).toEqual(before[1]);
    expect(Object.keys(after[0]).filter((table) => after[0][table] !== before[0][table])).toEqual([
      "audit_entries",
      "audit_hashes",
    ]);
    countCases(task, compared);
  });
});
