import { createApiKey } from "@mcc/server/src/features/api-keys/api-keys.service.ts";
import { hashPassword } from "@mcc/server/src/platform/access/password.ts";
import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { withClient } from "../database.ts";
import { type Latency, latencyOf } from "../measure.ts";
import { type Contender, SECRET } from "../processes.ts";
import { MEASURED, PLATFORM_ADMIN, type Size, slugOf, userId } from "./options.ts";

const REQUESTS = 150;
const ARRIVALS = 60;
/** Requests before those that are measured. */
const WARM_UP = 30;
/** Companies that are asked in turn, so that nothing of one is at hand when it is its turn again. */
const IN_TURN = 300;
const PASSWORD = "bench-password-which-protects-nothing";

interface Caller {
  send(method: string, path: string, body?: object): Promise<string>;
}

export const caller = (address: string, authorization?: string): Caller => ({
  send: async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  },
});

export const tokensOf = (url: string, users: readonly number[]): Promise<string[]> => {
  const tokens = makeTokens(SECRET);
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; user_id: number }>(
      `insert into mcc.sessions (user_id, company_id, expires_at, factor_at)
       select users.id, users.company_id, now() + interval '1 day', now() from unnest($1::bigint[]) with ordinality as given (id, at)
       join mcc.users on users.id = given.id order by at returning id, user_id::int`,
      [users],
    );
    const sessions = new Map(rows.map(({ id, user_id }) => [user_id, id]));
    return users.map((user) => `JWT ${tokens.sign(sessions.get(user) ?? "", user)}`);
  });
};

export const keyOf = async (url: string, company: string): Promise<string> => {
  const database = openDatabase(url, () => {});
  try {
    const given = { name: "Bench", scopes: ["orders" as const], company };
    return `ApiKey ${(await createApiKey(database.platform, { id: null, name: "bench" }, given)).key}`;
  } finally {
    await database.close();
  }
};

export const arrival = (company: number, n: number) => ({
  ecommerce_username: `shop-${company}-${1 + (n % 10)}`,
  ordered_by: { name: `Buyer ${n % 10}` },
  order_date: new Date().toISOString(),
  lines: [
    { product: "BIT-8", text: "Drill bit", quantity: 2, base_unit_price_value: "50.00", tax_amount: "8.00" },
  ],
});

type Requests = ReadonlyMap<
  string,
  { readonly send: (n: number) => Promise<unknown>; readonly times: number }
>;

/** What users and the storefront of a company do, and what the platform's own pages read. */
export const requestsOf = async (ours: Contender, url: string, size: Size): Promise<Requests> => {
  const others = Array.from({ length: Math.min(IN_TURN, size.companies) }, (_, n) =>
    size.companies > IN_TURN ? MEASURED + 1 + n * Math.floor((size.companies - MEASURED) / IN_TURN) : n + 1,
  );
  const [admin = "", approver = "", regular = "", platform = "", ...turns] = await tokensOf(url, [
    userId(1, 1),
    userId(1, 2),
    userId(1, 3),
    PLATFORM_ADMIN,
    ...others.filter((company) => company > 1).map((company) => userId(company, 1)),
  ]);
  const [asAdmin, asApprover, asRegular, asPlatform, asNobody] = [
    admin,
    approver,
    regular,
    platform,
    undefined,
  ].map((token) => caller(ours.address, token)) as [Caller, Caller, Caller, Caller, Caller];
  const inTurn = turns.map((token) => caller(ours.address, token));
  const hash = await hashPassword(PASSWORD);
  await withClient(url, (client) =>
    client.query("update mcc.users set password_hash = $1 where id = $2", [hash, userId(2, 1)]),
  );
  const credentials = { username: "user-2-1", password: PASSWORD };
  const storefront = caller(ours.address, await keyOf(url, slugOf(1)));
  const path = (n: number) => `/api/integration/v1/companies/${slugOf(1)}/orders/NEW-${ours.pid}-${n}/`;
  const firstPage = "/api/orders/?limit=20";
  const reading = (as: Caller, path: string) => ({ send: () => as.send("GET", path), times: REQUESTS });
  return new Map<string, { send: (n: number) => Promise<unknown>; times: number }>([
    ["first page of orders, company admin", reading(asAdmin, firstPage)],
    ["first page of orders, user with some sites", reading(asRegular, firstPage)],
    ["orders to approve", reading(asApprover, "/api/orders/pending/?limit=20&requires_my_approval=true")],
    ["search in orders: hex bolt", reading(asAdmin, `${firstPage}&search=hex%20bolt`)],
    ["search in orders: a PO number", reading(asAdmin, `${firstPage}&search=PO-1079`)],
    ["search everywhere: Rig", reading(asAdmin, "/api/search/?q=Rig")],
    ["first page of documents", reading(asAdmin, "/api/documents/?limit=20")],
    ["sites", reading(asAdmin, "/api/v2/sites/?limit=20")],
    ["users", reading(asAdmin, "/api/accounts/users/?limit=20")],
    ["home", reading(asAdmin, "/api/home/")],
    ["platform: companies", reading(asPlatform, "/api/mcc-admin/companies/?limit=20")],
    ["platform: companies, search", reading(asPlatform, "/api/mcc-admin/companies/?limit=20&search=0099")],
    ["platform: sign-ins", reading(asPlatform, "/api/mcc-admin/sign-ins/?limit=20")],
    ["platform: event deliveries", reading(asPlatform, "/api/mcc-admin/event-deliveries/?limit=20")],
    ["platform: jobs that failed", reading(asPlatform, "/api/mcc-admin/jobs/?limit=20")],
    ["platform: API keys", reading(asPlatform, "/api/mcc-admin/api-keys/?limit=20")],
    ["platform: closed companies", reading(asPlatform, "/api/mcc-admin/company-closings/")],
    ["platform: use of a company", reading(asPlatform, "/api/mcc-admin/companies/1/usage/")],
    ["metrics", reading(asNobody, "/metrics")],
    [
      "first page of orders, other companies in turn",
      { send: (n) => (inTurn[n % inTurn.length] as Caller).send("GET", firstPage), times: 2 * IN_TURN },
    ],
    [
      "sign-in with a password",
      { send: () => asNobody.send("POST", "/api/accounts/user-token/", credentials), times: 20 },
    ],
    ["arrival of an order", { send: (n) => storefront.send("PUT", path(n), arrival(1, n)), times: ARRIVALS }],
    [
      "approval",
      {
        send: (n) => asApprover.send("POST", `/api/orders/NEW-${ours.pid}-${n}/approve/`),
        times: ARRIVALS,
      },
    ],
  ]);
};

/** In milliseconds. All contenders take turns at each request, so that a slow moment of the machine affects them all. */
export const measureRequests = async (all: readonly Requests[]): Promise<Map<string, Latency[]>> => {
  const measured = new Map<string, Latency[]>();
  for (const [name, { times }] of all[0] ?? []) {
    const took = all.map((): number[] => []);
    for (let n = 0; n < times + WARM_UP; n++)
      for (const [at, requests] of all.entries()) {
        const began = performance.now();
        await requests.get(name)?.send(n);
        if (n >= WARM_UP) took[at]?.push(performance.now() - began);
      }
    measured.set(name, took.map(latencyOf));
  }
  return measured;
};
