import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { listQueries } from "@mcc/contract/kit/list-schema.ts";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { addPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { setUpCallers } from "./callers.ts";
import { type FullCompany, setUpFullCompany } from "./full-company.ts";
import { endpoints, keyOf, sampleOf, send } from "./requests.ts";

/**
 * Every GET endpoint with every flag of its query, against the response without the flag. A new flag needs a case in
 * `CHECKS`.
 */

type Row = Readonly<Record<string, unknown>>;
/** What is compared: the rows with the flag, and those without it. */
type Check = (flagged: readonly Row[], plain: readonly Row[]) => void;
interface FlagChecks {
  readonly true: Check;
  readonly false: Check;
}

const sameRows: Check = (flagged, plain) => expect(flagged).toEqual(plain);
const filters = (isKept: (row: Row) => boolean): Check => {
  return (flagged, plain) => {
    const kept = plain.filter(isKept);
    expect(kept.length, "the company has a row for the flag").toBeGreaterThan(0);
    expect(kept.length, "and one against it").toBeLessThan(plain.length);
    expect(flagged).toEqual(kept);
  };
};

/** Each list inside a row goes on where the trimmed one ends, and is as long as the row says. */
const wholeRows: Check = (flagged, plain) => {
  expect(flagged.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
  for (const [at, row] of flagged.entries()) {
    for (const [name, value] of Object.entries(plain[at] ?? {})) {
      const isList = Array.isArray(value) && Array.isArray(row[name]);
      const shown = isList ? (row[name] as unknown[]).slice(0, value.length) : row[name];
      expect([name, shown]).toEqual([name, value]);
      if (isList && `${name}_count` in row) expect(row[name]).toHaveLength(Number(row[`${name}_count`]));
    }
  }
};

/** The fields of lite rows, by the path of their list. */
const LITE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "/sites/": ["id", "name", "node"],
  "/v2/sites/": ["id", "name", "node"],
  "/accounts/users/": ["id", "username", "first_name", "last_name", "is_company_admin"],
  "/company-hierarchy/organization-nodes/": ["id", "name", "organization_group", "parent", "username_prefix"],
};
const liteRows = (path: string): Check => {
  const fields = LITE_FIELDS[path] ?? [];
  return (flagged, plain) => {
    expect(plain.length).toBeGreaterThan(1);
    expect(flagged).toEqual(plain.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]]))));
  };
};

const someRows: Check = (flagged, plain) => expect(plain).toEqual(expect.arrayContaining([...flagged]));

const CHECKS: Readonly<Record<string, (path: string, company: FullCompany) => FlagChecks>> = {
  untrimmed: () => ({ true: wholeRows, false: sameRows }),
  liteVersion: (path) => ({ true: liteRows(path), false: sameRows }),
  hasPolicies: (_, { people }) => ({
    true: (flagged, plain) => {
      const limited = plain.find(({ id }) => id === people.limited.id);
      const policy = { policy_sites: [expect.anything()], policy_sites_count: 1 };
      expect(flagged).toEqual([{ ...limited, ...policy }]);
    },
    false: filters(({ id }) => id !== people.limited.id),
  }),
  tree_visibility: () => ({
    true: filters(({ tree_visibility }) => tree_visibility === true),
    false: filters(({ tree_visibility }) => tree_visibility === false),
  }),
  requires_my_approval: () => ({
    true: filters(({ approvable_by_current_user }) => approvable_by_current_user === true),
    false: sameRows,
  }),
  waiting_for_answer: () => ({
    true: filters(({ waiting_for_answer }) => waiting_for_answer !== null),
    false: sameRows,
  }),
  // Which rows these are is compared in the tests of the home page, which counts them.
  overdue: () => ({ true: someRows, false: sameRows }),
  unassigned: () => ({ true: someRows, false: sameRows }),
  // In those of the approval times, which link to them.
  decided_whole: () => ({ true: someRows, false: sameRows }),
  without_approver: () => ({ true: someRows, false: someRows }),
  has_failed_rows: () => ({ true: someRows, false: someRows }),
  failing: () => ({ true: someRows, false: someRows }),
  never_signed_in: () => ({
    true: filters(({ last_login }) => last_login === null),
    false: filters(({ last_login }) => last_login !== null),
  }),
  kept_by_directory: () => ({
    true: filters(({ directory }) => directory !== null),
    false: filters(({ directory }) => directory === null),
  }),
  withSites: () => ({ true: wholeUser, false: sameRows }),
  all: () => ({ true: (flagged, plain) => someRows(plain, flagged), false: sameRows }),
};

/** The page of one user: all sites, and those of the policy besides. */
const wholeUser: Check = ([flagged], [plain]) => {
  const { policy_sites, policy_sites_count, ...rest } = flagged ?? {};
  expect([Array.isArray(policy_sites), policy_sites_count]).toEqual([true, (policy_sites as []).length]);
  wholeRows([rest], [plain ?? {}]);
  expect(rest.sites).toHaveLength(Number(rest.sites_count));
};

/** Flags that choose rows also narrow what is suggested and summed up. */
const FILTERS = [
  ...[
    "hasPolicies",
    "tree_visibility",
    "requires_my_approval",
    "waiting_for_answer",
    "overdue",
    "unassigned",
    "decided_whole",
  ],
  ...["without_approver", "never_signed_in", "kept_by_directory", "has_failed_rows", "failing"],
];

const shapeOf = ({ query }: Endpoint): Readonly<Record<string, z.ZodType>> => {
  const declared = query && (listQueries.get(query)?.shape ?? query);
  return declared instanceof z.ZodObject ? declared.shape : {};
};
/** A flag is true or false and nothing else. */
const isFlag = (schema: z.ZodType): boolean =>
  schema.safeParse("true").data === true &&
  schema.safeParse("false").data === false &&
  !schema.safeParse("yes").success;
const flagsOf = (endpoint: Endpoint): string[] =>
  Object.entries(shapeOf(endpoint))
    .filter(([, schema]) => isFlag(schema))
    .map(([name]) => name);

const flagged = endpoints.filter((endpoint) => endpoint.method === "GET" && flagsOf(endpoint).length > 0);

let testServer: TestServer;
const companies: FullCompany[] = [];
let headersOf: (company: FullCompany, key: string) => Record<string, string>;

/** More of everything than a row lists. */
const fill = async (company: FullCompany) => {
  const { companyId, ids, people, slug, keys, hierarchy } = company;
  const { sql } = testServer;
  for (let n = 1; n <= 5; n++) {
    const user = await addPerson(testServer, companyId, { firstName: `Extra ${n}` });
    if (n === 1) await sql("update users set kept_by_directory = true where id = $1", [user.id]);
    const [site] = await sql<{ id: number }>(
      "insert into sites (company_id, name, ecommerce_username, node_id) values ($1, $2, $3, $4) returning id",
      [companyId, `Extra ${n} of ${slug}`, `extra-${n}-${slug}`, hierarchy ? ids.node : null],
    );
    if (hierarchy) {
      await sql("update users set node_id = $1 where id = $2", [ids.node, user.id]);
      await sql(
        "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4)",
        [companyId, ids.group, `Extra ${n}`, ids.node],
      );
    } else {
      await sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3), ($1, $4, $5)", [
        ...[companyId, ids.site, user.id, site?.id, people.regular.id],
      ]);
    }
  }
  if (hierarchy)
    await sql(
      "insert into organization_groups (company_id, name, tree_visibility) values ($1, 'Hidden group', false)",
      [companyId],
    );
  await sql("update orders set tracking_numbers = '{T-1,T-2,T-3,T-4,T-5}' where company_id = $1", [
    companyId,
  ]);
  // Nobody approves their own order, so the approver can decide about one and not about the other.
  const line = { product: "A", sku: "A", text: "Valve", quantity: 1, base_unit_price_value: "30.00" };
  const placed = await testServer.call(upsertOrder, {
    params: { slug, identifier: `Own-${slug}` },
    headers: keys.key.headers,
    body: { site: ids.site, creator: { username: people.approver.username }, lines: [line] } as never,
  });
  expect(placed.status).toBe(200);
  const asked = await testServer.call(createComment, {
    token: people.approver.token,
    params: { identifier: ids.order },
    body: { text: "Why?", asks: people.regular.id } as never,
  });
  expect(asked.status).toBe(200);
};

beforeAll(async () => {
  testServer = await startTestServer();
  const callers = new Map<FullCompany, Awaited<ReturnType<typeof setUpCallers>>>();
  for (const hierarchy of [true, false]) {
    const company = await setUpFullCompany(testServer, { hierarchy });
    await fill(company);
    callers.set(company, await setUpCallers(testServer, company));
    companies.push(company);
  }
  // The list of jobs stays as it is.
  await testServer.services.jobs.stop();
  headersOf = (company, key) =>
    key.includes("/orders/pending/")
      ? { authorization: `JWT ${company.people.approver.token}` }
      : (callers.get(company)?.(key) ?? {});
});

/** Signed links differ with every response. */
const withoutLinks = (row: Row): Row => ("download_url" in row ? { ...row, download_url: "" } : row);

/** The rows of a page; another response counts as one row. */
const rowsOf = (body: unknown): readonly Row[] => {
  const { results } = body as { results?: readonly unknown[] };
  if (!results) return [body as Row];
  return results.map((row) => withoutLinks(typeof row === "object" ? (row as Row) : { row }));
};

test("every flag has a case", () => {
  expect([...new Set(flagged.flatMap(flagsOf))].toSorted()).toEqual(Object.keys(CHECKS).toSorted());
});

for (const endpoint of flagged) {
  const key = keyOf(endpoint);
  const isPage = "limit" in shapeOf(endpoint);
  test(`${key} answers each of its flags truly`, async () => {
    let answered = 0;
    for (const company of companies) {
      const sample = sampleOf(endpoint, company.ids, company);
      const field = sample.query?.field;
      const ask = async (query: Record<string, string>) => {
        const given = { ...(field ? { field } : {}), ...query };
        const request = { params: sample.params, query: given };
        const { status, body } = await send(testServer, endpoint, request, headersOf(company, key));
        // A company without a hierarchy has no nodes and groups.
        if (status === 403 && !company.hierarchy) return undefined;
        expect([given, status]).toEqual([given, 200]);
        const parsed = JSON.parse(body);
        endpoint.reply.parse(parsed);
        return rowsOf(parsed);
      };
      for (const limit of isPage ? ["1000", String(ALL_ROWS)] : [undefined]) {
        const window: Record<string, string> = limit ? { limit } : {};
        const plain = await ask(window);
        if (plain === undefined) continue;
        for (const flag of flagsOf(endpoint)) {
          const isRead = isPage || flag === "withSites";
          const checks = isRead ? CHECKS[flag]?.(endpoint.path, company) : undefined;
          for (const value of ["true", "false"] as const) {
            if (flag === "hasPolicies" && !company.hierarchy && value === "true") continue;
            const rows = await ask({ ...window, [flag]: value });
            if (checks) checks[value](rows ?? [], plain);
            else if (!FILTERS.includes(flag)) expect(rows).toEqual(plain);
            answered++;
          }
        }
      }
    }
    expect(answered).toBeGreaterThan(0);
  });
}
