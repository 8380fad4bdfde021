import { accessCoverage, orderAccess, siteAccess } from "@mcc/contract/access/access-questions.api.ts";
import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList, downloadDocuments, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { updateNode } from "@mcc/contract/hierarchy/nodes.api.ts";
import { updateOrderProgress } from "@mcc/contract/integration/integration.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { findOrder, orderList, trackingNumbers } from "@mcc/contract/orders/orders.api.ts";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { loginAsSite } from "@mcc/contract/sites/login-as.api.ts";
import { findSite, siteGroups, updateSite } from "@mcc/contract/sites/site-records.api.ts";
import { siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import { assignPolicies } from "@mcc/contract/users/policies.api.ts";
import { updateUser, userSites } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { randomFor } from "../../demo/random.ts";
import { volume } from "../../testing/battery.ts";
import { openLink } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import {
  approversIn,
  COUNTS,
  EXPORTS,
  LISTS,
  ORDERS,
  PAGE,
  rows,
  SITES,
  SUGGESTIONS,
  sorted,
  type User,
  viewOf,
  type Way,
} from "../../testing/expected-views.ts";
import { tokenFor } from "../../testing/people.ts";
import { type RandomCompany, setUpRandomCompany } from "../../testing/random-company.ts";
import { sitesSeenBy } from "../../testing/scope-model.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { unzip } from "../../testing/unzip.ts";

const SAMPLE = volume(12, 40);

let testServer: TestServer;
let company: RandomCompany;
/** Another company with the same names: nothing of it may be seen, and nothing of the first by its users. */
let other: RandomCompany;
const tokens = new Map<number, string>();

/** Calls for each of them, a few at a time: a company has only so many connections. */
const forEach = async <T>(all: readonly T[], work: (one: T) => Promise<void>, atOnce = 5): Promise<void> => {
  const waiting = all.values();
  const workOn = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
};

beforeAll(async () => {
  testServer = await startTestServer();
  company = await setUpRandomCompany(testServer, {
    nodes: volume(90, 300),
    sites: volume(300, 1_000),
    users: volume(60, 200),
    orders: volume(200, 500),
  });
  other = await setUpRandomCompany(testServer, { nodes: 12, sites: 40, users: 6, orders: 60 });
  await forEach([...company.users, ...other.users], async ({ id, username }) => {
    tokens.set(id, await tokenFor(testServer, username));
  });
});

/** Any endpoint, by a request that suits it. */
const ask = (endpoint: Endpoint, request: object) =>
  testServer.call(endpoint, request as never) as Promise<{ status: number; body: unknown }>;

const tokenOf = ({ id }: Pick<User, "id">) => tokens.get(id) ?? "";
const adminToken = () => tokenOf(company.users.find(({ admin }) => admin) as User);

/** Every way, for every user given; what differs is named by the way and the user. */
const mustSeeByModel = async (
  of: RandomCompany,
  users: readonly User[],
  ways: readonly Way[],
  atOnce?: number,
) => {
  await forEach(
    users,
    async (user) => {
      const view = viewOf(of, user);
      for (const { name, endpoint, query, answer, expected } of ways) {
        const { status, body } = await ask(endpoint, { token: tokenOf(user), query });
        const facts = { name, user: user.username, status };
        expect({ ...facts, seen: answer(body as never) }).toEqual({
          ...facts,
          status: 200,
          seen: expected(view),
        });
      }
    },
    atOnce,
  );
};

const sample = () => randomFor("a sample of users").sample(company.users, SAMPLE);

describe("what each user sees equals what the rules say, tried on every site", () => {
  test("the company is as random as it should be", () => {
    const sizes = company.users.filter(({ admin }) => !admin).map((user) => sitesSeenBy(company, user).size);
    expect(sizes.filter((size) => size === 0).length).toBeGreaterThan(volume(3, 15));
    expect(new Set(sizes).size).toBeGreaterThan(volume(12, 30));
    expect(Math.max(...sizes)).toBeGreaterThan(volume(250, 900));
    expect(company.users.filter(({ node, policy }) => node && policy.length > 0).length).toBeGreaterThan(
      volume(8, 30),
    );
  });

  test("in lists, counts and sums, for all users (SEC-003, SEC-006, SEC-007, SEC-008, SEC-009, SEC-010, SEC-012)", async () => {
    await mustSeeByModel(company, company.users, [...LISTS, ...COUNTS]);
    await mustSeeByModel(other, other.users, [...LISTS, ...COUNTS]);
  });

  test("in suggestions, selectors and exports", async () => {
    await mustSeeByModel(company, sample(), [...SUGGESTIONS, ...EXPORTS], 3);
    await mustSeeByModel(other, other.users, [...SUGGESTIONS, ...EXPORTS], 3);
  });

  test("in the palette, by group, and for single records, their documents and files (SEC-001, SEC-002)", async () => {
    const random = randomFor("single records");
    await forEach(sample(), async (user) => {
      const view = viewOf(company, user);
      const token = tokenOf(user);
      const statusOf = async (endpoint: Endpoint, params: object) =>
        (await ask(endpoint, { token, params })).status;
      const some = [
        ...random.sample([...view.seen], 1),
        ...random.sample(company.sites, 2).map(({ id }) => id),
      ];
      for (const site of company.sites.filter(({ id }) => some.includes(id))) {
        const isSeen = view.seen.has(site.id);
        const ordersHere = company.orders.filter((order) => order.site === site.id);
        const documentsHere = company.documents.filter((document) => document.site === site.id);
        const found = await testServer.call(searchRecords, { token, query: { q: site.key } });
        expect(sorted(found.body.results.map(({ kind, title }) => `${kind} ${title}`))).toEqual(
          isSeen
            ? sorted([
                `site ${site.name}`,
                ...ordersHere.map(({ identifier }) => `order ${identifier}`).slice(0, 5),
                ...documentsHere.map(({ name }) => `document ${name}`).slice(0, 5),
              ])
            : [],
        );
        const status = isSeen ? 200 : 404;
        for (const endpoint of [findSite, siteGroups, siteUsers, loginAsSite])
          expect([endpoint.path, await statusOf(endpoint, { id: site.id })]).toEqual([endpoint.path, status]);
        for (const { identifier } of ordersHere)
          for (const endpoint of [findOrder, trackingNumbers, orderDocumentList.page])
            expect([endpoint.path, await statusOf(endpoint, { identifier })]).toEqual([
              endpoint.path,
              status,
            ]);
      }
      await mustBundle(user, random.sample(company.documents, 12));
      await mustFilterByGroup(user, random.pick(company.nodes));
    });
  });

  /** Of several documents, those that the user sees are in the zip; of the others nothing but the id is said. */
  const mustBundle = async (user: User, documents: RandomCompany["documents"]) => {
    const { seen } = viewOf(company, user);
    const visible = documents.filter(({ site }) => seen.has(site));
    const hidden = documents.filter(({ site }) => !seen.has(site));
    const { status, body } = await testServer.call(downloadDocuments, {
      token: tokenOf(user),
      query: { document_ids: documents.map(({ id }) => id).join(",") },
    });
    expect(status).toBe(visible.length > 0 ? 200 : 404);
    if (status !== 200) return;
    expect(sorted(body.errors)).toEqual(sorted(hidden.map(({ id }) => `Document ${id} was not found.`)));
    const zip = await openLink(testServer, body.link);
    const names = unzip(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name);
    expect(sorted(names)).toEqual(sorted(visible.map(({ name }) => name)));
    const page = await testServer.call(documentList.page, {
      token: tokenOf(user),
      query: { document_name: visible[0]?.name },
    });
    const file = await openLink(testServer, page.body.results[0]?.download_url ?? "");
    expect(await file.text()).toContain(visible[0]?.name);
  };

  /** A filter by a node of a group leaves the visible sites at it and below it. */
  const mustFilterByGroup = async (user: User, node: RandomCompany["nodes"][number]) => {
    const { seen } = viewOf(company, user);
    const below = sitesSeenBy(company, { admin: false, node: node.id, policy: [], assigned: [] });
    const both = (site: number) => seen.has(site) && below.has(site);
    const [token, query] = [tokenOf(user), { ...PAGE, [`group_${node.group}`]: node.name }];
    const orders = await testServer.call(orderList.page, { token, query });
    expect(sorted(orders.body.results.map(rows.orders))).toEqual(
      sorted(company.orders.filter(({ site }) => both(site)).map(({ identifier }) => identifier)),
    );
    const sites = await testServer.call(siteList.page, { token, query });
    expect(sorted(sites.body.results.map(rows.sites))).toEqual(
      sorted(company.sites.filter(({ id }) => both(id)).map(({ name }) => name)),
    );
    const { body } = await testServer.call(siteList.suggest, {
      token,
      query: { field: `group_${node.group}`, [`group_${node.group}`]: node.name },
    });
    const isAbove = company.sites.some(({ id }) => both(id));
    expect(body.results).toEqual(isAbove ? [node.name] : []);
  };

  test("in the answers to access questions, and about users and sites (ACCS-001, ACCS-002, ACCS-003 partly)", async () => {
    const token = adminToken();
    const random = randomFor("questions");
    const approversOf = approversIn(company);
    await forEach(sample(), async (user) => {
      const { seen, sites } = viewOf(company, user);
      const { body } = await testServer.call(userAccess, { token, params: { id: user.id }, query: PAGE });
      expect([user.username, ...sorted(body.sites.results.map(rows.sites))]).toEqual([
        user.username,
        ...sites,
      ]);
      const waiting = company.orders.filter(
        ({ pending, site }) => pending && approversOf(site).includes(user),
      );
      expect(body.approvals.pending_count).toBe(waiting.length);
      const count = await testServer.call(requiresApprovalCount, { token: tokenOf(user) });
      expect(count.body.count).toBe(waiting.length);
      if (user.admin) return;
      const own = await testServer.call(userSites, { token, params: { id: user.id }, query: PAGE });
      expect(own.body.results.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        [...seen].toSorted((a, b) => a - b),
      );
    });
    await forEach(random.sample(company.sites, 25), async ({ id }) => {
      const viewers = company.users.filter((user) => sitesSeenBy(company, user).has(id));
      const { body } = await testServer.call(siteAccess, { token, params: { id }, query: PAGE });
      expect(sorted(body.users.results.map(({ username }) => username))).toEqual(
        sorted(viewers.map(({ username }) => username)),
      );
      // The users of a site are those to whom it belongs, without the admins who see it besides.
      const isAdmin = new Set(company.users.filter(({ admin }) => admin).map(({ username }) => username));
      const shown = await testServer.call(siteUsers, { token, params: { id }, query: PAGE });
      expect(shown.body.results.map(({ username }) => username).filter((name) => !isAdmin.has(name))).toEqual(
        sorted(viewers.map(({ username }) => username).filter((name) => !isAdmin.has(name))),
      );
    });
    const waiting = company.orders.filter(({ pending }) => pending);
    await forEach(random.sample(waiting, 25), async ({ identifier, site }) => {
      const { body } = await testServer.call(orderAccess, { token, params: { identifier } });
      expect(sorted(body.approvers.map(({ username }) => username))).toEqual(
        sorted(approversOf(site).map(({ username }) => username)),
      );
    });
    const { body } = await testServer.call(accessCoverage, { token });
    const blind = company.users.filter((user) => sitesSeenBy(company, user).size === 0);
    expect(body.users.count).toBe(blind.length);
    expect(sorted(body.users.results.map(({ username }) => username))).toEqual(
      sorted(blind.map(({ username }) => username)),
    );
    const unattended = company.sites.filter(({ id }) =>
      approversOf(id).every((user) => user.admin && user.role !== company.approver),
    );
    expect(body.sites.count).toBe(unattended.length);
  });
});

type Stream = Awaited<ReturnType<typeof openEventStream>>;

/** Tells every page something else and waits for it: all that was announced before has then arrived. */
const settle = async (of: RandomCompany, streams: readonly Stream[]) => {
  const heard = (stream: Stream) => stream.received.filter((kind) => kind === "company").length;
  const before = streams.map(heard);
  testServer.services.changes.announce({ kind: "company", companyId: of.companyId, siteIds: "all" });
  await eventually(() => {
    if (streams.some((stream, at) => heard(stream) === before[at])) throw new Error("A page has not heard.");
  });
};

/** Changes an order at a site; returns for each page whether it was told. */
const tellOfOrderAt = async (site: number, streams: readonly Stream[]): Promise<boolean[]> => {
  const { identifier } = company.orders.find((order) => order.site === site && !order.pending) ?? {};
  const heard = (stream: Stream) => stream.received.filter((kind) => kind === "orders").length;
  await settle(company, streams);
  const before = streams.map(heard);
  const { status } = await testServer.call(updateOrderProgress, {
    params: { slug: company.slug, identifier: identifier ?? "" },
    headers: company.headers,
    body: { tracking_numbers: [crypto.randomUUID()] } as never,
  });
  expect(status).toBe(200);
  await settle(company, streams);
  return streams.map((stream, at) => heard(stream) > (before[at] ?? 0));
};
const hasAcceptedOrder = (site: number) =>
  company.orders.some((order) => order.site === site && !order.pending);

test("open pages are told of orders and alerts at the sites that their users see, and of no others (SEC-003)", async () => {
  const users = sample();
  const streams: Stream[] = [];
  for (const user of users) streams.push(await openEventStream(testServer, tokenOf(user)));
  const outside = await openEventStream(testServer, tokenOf(other.users[0] as User));
  const views = users.map((user) => viewOf(company, user));
  const sites = company.sites.filter(({ id }) => hasAcceptedOrder(id));
  for (const { id } of randomFor("orders told").sample(sites, 6))
    expect(await tellOfOrderAt(id, streams)).toEqual(views.map(({ seen }) => seen.has(id)));
  const ids = company.alerts.filter(({ user }) => users.some(({ id }) => id === user)).map(({ id }) => id);
  testServer.services.changes.announce({ kind: "alert", companyId: company.companyId, alertIds: ids });
  for (const [at, stream] of streams.entries()) await stream.hearsAlerts(views[at]?.ownAlerts.length ?? 0);
  await settle(company, streams);
  expect(streams.map(({ alerts }) => sorted(alerts.map(({ content }) => content)))).toEqual(
    views.map(({ ownAlerts }) => ownAlerts),
  );
  expect(outside.received).toEqual(["ready"]);
});

/** The sites of the first that are not among the second. */
const without = (some: ReadonlySet<number>, others: ReadonlySet<number>) =>
  new Set([...some].filter((site) => !others.has(site)));

describe("what changes the scope of users changes it at once, for all of them", () => {
  const isBelow = (node: number, top: number): boolean => {
    const parent = company.nodes.find(({ id }) => id === node)?.parent ?? null;
    return node === top || (parent !== null && isBelow(parent, top));
  };

  /** A move by which some users gain a site, and others lose one with a document. */
  const findMove = () => {
    const random = randomFor("moves");
    for (const moved of random.sample(company.nodes.slice(1), 100)) {
      const targets = company.nodes.filter(({ id }) => !isBelow(id, moved.id) && id !== moved.parent);
      const parent = random.pick(targets).id;
      const nodes = company.nodes.map((node) => (node === moved ? { ...node, parent } : node));
      const changes = company.users.map((user) => {
        const [had, has] = [sitesSeenBy(company, user), sitesSeenBy({ ...company, nodes }, user)];
        return { user, gained: without(has, had), lost: without(had, has) };
      });
      const gainers = changes.filter(({ gained }) => gained.size > 0);
      const losers = changes.filter(({ lost }) => lost.size > 0);
      const documentOf = ({ lost }: (typeof changes)[number]) =>
        company.documents.find(({ site }) => lost.has(site));
      const loser = losers.find(documentOf);
      const document = loser && documentOf(loser);
      if (document && gainers.length > 0) return { moved, parent, changes, gainers, losers, loser, document };
    }
    throw new Error("Nobody would gain or lose a site.");
  };

  test("a moved node: the next request, links given before, and open pages (SEC-007)", async () => {
    const { moved, parent, changes, gainers, losers, loser, document } = findMove();
    const unchanged = changes.filter(({ gained, lost }) => gained.size + lost.size === 0);
    const pages = [...gainers.slice(0, 4), ...losers.slice(0, 4), ...unchanged.slice(0, 4)];
    const streams: Stream[] = [];
    for (const { user } of pages) streams.push(await openEventStream(testServer, tokenOf(user)));
    const listedBefore = await testServer.call(documentList.page, {
      token: tokenOf(loser.user),
      query: { document_name: document.name },
    });
    const link = listedBefore.body.results[0]?.download_url ?? "";
    expect((await openLink(testServer, link)).status).toBe(200);

    const answer = await testServer.call(updateNode, {
      token: adminToken(),
      params: { id: moved.id },
      body: { parent } as never,
    });
    expect(answer.status).toBe(200);
    moved.parent = parent;
    expect((await openLink(testServer, link)).status).toBe(404);
    await mustSeeByModel(company, company.users, [SITES]);

    await eventually(() => {
      for (const [at, { gained, lost }] of pages.entries())
        expect(streams[at]?.received.includes("access")).toBe(gained.size + lost.size > 0);
    });
    for (const { gained, lost } of [gainers[0], loser] as typeof changes) {
      const site = [...gained, ...lost].find(hasAcceptedOrder);
      if (site === undefined) continue;
      expect(await tellOfOrderAt(site, streams)).toEqual(
        pages.map(({ user }) => sitesSeenBy(company, user).has(site)),
      );
    }
  });

  test("random moves, the node of a user, a policy and the node of a site", async () => {
    const random = randomFor("further changes");
    const token = adminToken();
    const change = async (endpoint: Endpoint, id: number, body: object) => {
      const answer = await ask(endpoint, { token, params: { id }, body });
      expect([endpoint.path, answer.status, answer.body]).toMatchObject([endpoint.path, 200, {}]);
    };
    for (let at = 0; at < 3; at++) {
      const node = random.pick(company.nodes.slice(1));
      const parent = random.pick(company.nodes.filter(({ id }) => !isBelow(id, node.id))).id;
      await change(updateNode, node.id, { parent });
      node.parent = parent;
      await mustSeeByModel(company, random.sample(company.users, 30), [SITES, ORDERS]);
    }
    for (const user of random.sample(
      company.users.filter(({ admin }) => !admin),
      3,
    )) {
      user.node = random.pick(company.nodes).id;
      await change(updateUser, user.id, { node: user.node });
      user.policy = random.chance(0.3) ? [] : random.sample(company.sites, 30).map(({ id }) => id);
      await change(assignPolicies, user.id, { policy_sites: user.policy });
      const site = random.pick(company.sites);
      site.node = random.pick(company.nodes).id;
      await change(updateSite, site.id, { organization_node: site.node });
    }
    await mustSeeByModel(company, company.users, [SITES]);
  });

  test("hierarchy switched off and on: no node, policy or assignment is deleted, and each is in force again (CONF-107 partly)", async () => {
    const kept = async () => {
      const tables = ["organization_groups", "organization_nodes", "policy_sites", "site_users"];
      const places = ["users", "sites"].map((table) => `select id, node_id from ${table}`);
      return Promise.all(
        [...tables.map((table) => `select * from ${table}`), ...places].map((query) =>
          testServer.sql(`select md5(string_agg(row::text, ' ' order by row::text)) from (${query}) as row`),
        ),
      );
    };
    const turn = async (on: boolean) => {
      await testServer.sql(
        "update company_configurations set has_company_hierarchy = $2 where company_id = $1",
        [company.companyId, on],
      );
      company.hierarchy = on;
    };
    const before = await kept();
    await turn(false);
    await mustSeeByModel(company, company.users, [SITES]);
    expect(await kept()).toEqual(before);
    await turn(true);
    await mustSeeByModel(company, company.users, [SITES]);
    expect(await kept()).toEqual(before);
  });
});
