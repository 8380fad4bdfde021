import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { type HierarchyCompany, setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** The same numbers in every run. */
const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const addNodes = async (acme: HierarchyCompany, count: number): Promise<number[]> => {
  const random = randomFrom(7);
  const nodes = [acme.root];
  for (let at = 0; at < count; at++)
    nodes.push(await acme.child(`Node ${at}`, nodes[Math.floor(random() * nodes.length)] ?? acme.root));
  return nodes;
};

/** Every node leads to the one root. */
const mustBeOneTree = async (companyId: number, nodes: readonly number[]): Promise<void> => {
  const rows = await testServer.sql<{ id: number; parent_id: number | null }>(
    "select id, parent_id from organization_nodes where company_id = $1",
    [companyId],
  );
  const parentOf = new Map(rows.map(({ id, parent_id }) => [Number(id), parent_id && Number(parent_id)]));
  expect([...parentOf.keys()].toSorted((a, b) => a - b)).toEqual(nodes.toSorted((a, b) => a - b));
  for (const node of nodes) {
    let [at, steps] = [node, 0];
    for (let above = parentOf.get(at); above; above = parentOf.get(at)) {
      at = above;
      if (++steps > nodes.length) throw new Error(`Node ${node} is above itself.`);
    }
    expect(at).toBe(nodes[0]);
  }
};

test("100 random moves on 8 connections neither make a cycle nor lose a node (HIER-088)", async () => {
  const acme = await setUpHierarchy(testServer);
  const nodes = await addNodes(acme, 12);
  const tokens = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { username } = await addPerson(testServer, acme.companyId, { admin: true });
      return tokenFor(testServer, username);
    }),
  );
  const random = randomFrom(11);
  const any = () => nodes[Math.floor(random() * nodes.length)] as number;
  const moves = Array.from({ length: 100 }, () => [any(), any()] as const);
  const statuses: number[] = [];
  await Promise.all(
    tokens.map(async (token) => {
      for (let move = moves.pop(); move; move = moves.pop())
        statuses.push((await acme.updateNode(move[0], { parent: move[1] }, token)).status);
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  expect(statuses).toHaveLength(100);
  await mustBeOneTree(acme.companyId, nodes);
});

test("the database itself refuses a cycle, also of two moves at the same time", async () => {
  const acme = await setUpHierarchy(testServer);
  const nodes = await addNodes(acme, 12);
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new pg.Client({ connectionString: testServer.url });
      await client.connect();
      return client;
    }),
  );
  const random = randomFrom(13);
  const any = () => nodes[Math.floor(random() * nodes.length)] as number;
  const moves = Array.from({ length: 100 }, () => [any(), any()] as const);
  const codes = new Set<string>();
  const move = async (client: pg.Client, [node, parent]: readonly [number, number]) => {
    await client.query("begin");
    try {
      await client.query("update mcc.organization_nodes set parent_id = $2 where id = $1", [node, parent]);
      await client.query("commit");
    } catch (error) {
      codes.add((error as { code: string }).code);
      await client.query("rollback");
    }
  };
  await Promise.all(
    clients.map(async (client) => {
      for (let next = moves.pop(); next; next = moves.pop()) await move(client, next);
      await client.end();
    }),
  );
  // A cycle is refused; two that wait for each other are told apart by the database, and one of them is undone.
  expect([...codes].filter((code) => code !== "40P01")).toEqual(["23514"]);
  await mustBeOneTree(acme.companyId, nodes);
  // Nor do rows that refer to each other in one statement get in.
  const circle = `insert into organization_nodes (id, company_id, group_id, name, parent_id) overriding system value
    values (900001, $1, $2, 'A', 900002), (900002, $1, $2, 'B', 900001)`;
  await expect(testServer.sql(circle, [acme.companyId, acme.region])).rejects.toMatchObject({
    code: "23514",
  });
});

test("the preview of a move tells who gains and loses which sites, as they then do", async () => {
  const acme = await setUpHierarchy(testServer);
  const nodes = await addNodes(acme, 10);
  const random = randomFrom(17);
  const any = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const sites: { id: number }[] = [];
  for (let at = 0; at < 30; at++) sites.push(await acme.addSite({ name: `S${at}`, nodeId: any(nodes) }));
  const people: { id: number; name: string }[] = [];
  for (let at = 0; at < 12; at++) {
    const nodeId = at === 0 ? undefined : any(nodes);
    const name = `U${String(at).padStart(2, "0")}`;
    const { id } = await addPerson(testServer, acme.companyId, { firstName: name, lastName: "X", nodeId });
    people.push({ id, name });
    if (at % 3 === 0)
      await testServer.sql(
        "insert into policy_sites (company_id, user_id, site_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing",
        [acme.companyId, id, [any(sites).id, any(sites).id, any(sites).id]],
      );
  }
  await addPerson(testServer, acme.companyId, { admin: true, nodeId: nodes[3] });
  /** By the function that guards every request. */
  const accessOf = async (id: number): Promise<Set<number>> => {
    const [row] = await testServer.sql<{ site_ids: number[] | null }>(
      "select access.site_ids from users cross join lateral mcc.access_of(users) as access where users.id = $1",
      [id],
    );
    return new Set((row?.site_ids ?? sites.map((site) => site.id)).map(Number));
  };
  const access = () => Promise.all(people.map(({ id }) => accessOf(id)));
  let previewed = 0;
  for (let at = 0; at < 15; at++) {
    const [node, parent] = [any(nodes.slice(1)), any(nodes)];
    const before = await access();
    const { status, body } = await acme.preview(node, parent);
    const moved = await acme.updateNode(node, { parent });
    expect(status).toBe(moved.status);
    if (status !== 200) continue;
    previewed++;
    const after = await access();
    for (const [change, from, to] of [
      ["gains", before, after],
      ["loses", after, before],
    ] as const) {
      const expected = people.flatMap(({ id, name }, whose) => {
        const count = [...(to[whose] ?? [])].filter((site) => !from[whose]?.has(site)).length;
        return count > 0 ? [{ id, name, count }] : [];
      });
      expect(body[change].users_count).toBe(expected.length);
      expect(
        body[change].users.map(({ id, first_name, sites_count }) => ({
          id,
          name: first_name,
          count: sites_count,
        })),
      ).toEqual(expected.slice(0, 10));
      for (const user of body[change].users) {
        const whose = people.findIndex(({ id }) => id === user.id);
        expect(user.sites).toHaveLength(Math.min(3, user.sites_count));
        for (const { id } of user.sites)
          expect([to[whose]?.has(id), from[whose]?.has(id)]).toEqual([true, false]);
      }
    }
  }
  expect(previewed).toBeGreaterThan(5);
});
