import { createHash } from "node:crypto";
import pg from "pg";
import { insertRows, withIds } from "../demo/insert/insert-rows.ts";
import { type Random, randomFor } from "../demo/random.ts";
import { pdfOf } from "./documents.ts";
import { addRule, addShop, sendBatch } from "./integration.ts";
import { addRole, PASSWORD_HASH } from "./people.ts";
import { sitesSeenBy } from "./scope-model.ts";
import type { TestServer } from "./test-server.ts";

const GROUPS = ["Corporation", "Region", "Area", "Field"];
/** Orders from this total on need approval. */
const LIMIT = 500;

/** Names of one length sort like their numbers. */
const padded = (number: number) => String(number).padStart(4, "0");

interface Sizes {
  readonly nodes: number;
  readonly sites: number;
  readonly users: number;
  /** Orders; documents, alerts and triggers are about as many. */
  readonly orders: number;
}

/** Each hangs below one that came before it; the kind of a node is its depth. */
const drawNodes = (random: Random, count: number) => {
  const nodes: { name: string; parent: number | null; depth: number }[] = [];
  for (let at = 0; at < count; at++) {
    const parent = at === 0 ? null : random.integer(Math.max(0, Math.floor(at / 4) - 3), at - 1);
    const depth = parent === null ? 0 : (nodes[parent]?.depth ?? 0) + 1;
    nodes.push({ name: `Node ${String(at).padStart(3, "0")}`, parent, depth });
  }
  return nodes;
};

type Place = "node" | "root" | "none";
const PLACES: readonly (readonly [readonly [Place, boolean], number])[] = [
  [["node", false], 50],
  [["node", true], 25],
  [["none", true], 10],
  [["none", false], 7],
  [["root", false], 5],
  [["root", true], 3],
];

/**
 * A company whose nodes, sites, users, policies, orders, documents, alerts and triggers are drawn, the same in every
 * run. Users are assigned to sites, too, which counts only without a hierarchy.
 */
export const setUpRandomCompany = async (testServer: TestServer, sizes: Sizes) => {
  const shop = await addShop(testServer, { approvals: true, tracking: true, hierarchy: true });
  const { companyId, slug } = shop;
  await testServer.sql("delete from sites where id = $1", [shop.site.id]);
  await testServer.sql("update companies set ecommerce_url = 'https://shop.example.com' where id = $1", [
    companyId,
  ]);
  const approver = await addRole(testServer, companyId, { name: "Approver", impersonates: true });
  const buyer = await addRole(testServer, companyId, { name: "Buyer", impersonates: true });

  const passwordHash = await PASSWORD_HASH;
  const client = new pg.Client({ connectionString: testServer.url });
  await client.connect();
  const random = randomFor("a company for scopes");
  const owned = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row) => ({ company_id: companyId, ...row }));

  const groups = await withIds(
    client,
    "organization_groups",
    GROUPS.map((name) => ({ name })),
  );
  await insertRows(client, "organization_groups", owned(groups));

  const drawn = await withIds(client, "organization_nodes", drawNodes(random, sizes.nodes));
  const nodes = drawn.map(({ id, name, parent, depth }) => ({
    id,
    name,
    parent: parent === null ? null : (drawn[parent]?.id ?? null),
    group: groups[Math.min(depth, GROUPS.length - 1)]?.id ?? 0,
  }));
  await insertRows(
    client,
    "organization_nodes",
    owned(nodes.map(({ parent, group, ...node }) => ({ ...node, parent_id: parent, group_id: group }))),
  );

  const sites = await withIds(
    client,
    "sites",
    Array.from({ length: sizes.sites }, (_, at) => {
      const key = `K${padded(at)}`;
      const node = random.chance(0.05) ? null : random.pick(nodes).id;
      return { key, name: `Site ${key}`, shopUser: `${slug}-${key}`, node };
    }),
  );
  await insertRows(
    client,
    "sites",
    owned(
      sites.map(({ id, name, shopUser, node }) => ({
        ...{ id, name, ecommerce_username: shopUser, node_id: node, region: "North" },
        ...{ enable_analytics: true, buyout_site: false },
        ...{ created_at: new Date(), updated_at: new Date() },
      })),
    ),
  );

  const siteIds = sites.map(({ id }) => id);
  const users = (
    await withIds(
      client,
      "users",
      Array.from({ length: sizes.users }, (_, at) => {
        const [place, limited] = random.weighted(PLACES);
        const node = place === "none" ? null : place === "root" ? nodes[0]?.id : random.pick(nodes).id;
        return {
          username: `${slug}-user-${at}`,
          admin: at === 0 || random.chance(0.03),
          node: node ?? null,
          role: random.chance(0.4) ? approver : buyer,
          limited,
        };
      }),
    )
  ).map((user) => {
    const below = sitesSeenBy(
      { hierarchy: true, nodes, sites },
      { ...user, admin: false, policy: [], assigned: [] },
    );
    const policy = user.limited
      ? [...random.sample([...below], random.integer(0, 6)), ...random.sample(siteIds, random.integer(1, 6))]
      : [];
    return { ...user, policy: [...new Set(policy)], assigned: random.sample(siteIds, random.integer(0, 9)) };
  });
  await insertRows(
    client,
    "users",
    owned(
      users.map(({ id, username, admin, node, role }) => ({
        ...{ id, username, email: `${username}@example.com`, first_name: "Pat", last_name: username },
        ...{ password_hash: passwordHash, is_company_admin: admin, node_id: node, role_id: role },
        ...{ is_mcc_admin: false, enable_analytics: false, enable_text_messages: false },
        ...{ alerts_enabled: true, created_at: new Date(), updated_at: new Date() },
      })),
    ),
  );
  const pairsOf = (of: (user: (typeof users)[number]) => readonly number[]) =>
    owned(users.flatMap((user) => of(user).map((site_id) => ({ user_id: user.id, site_id }))));
  await insertRows(
    client,
    "policy_sites",
    pairsOf(({ policy }) => policy),
  );
  await insertRows(
    client,
    "site_users",
    pairsOf(({ assigned }) => assigned).map((pair) => ({ ...pair, is_admin: true })),
  );

  await addRule(testServer, companyId, { roleId: approver, limit: LIMIT });
  const orders = Array.from({ length: sizes.orders }, (_, at) => {
    const site = sites[at % 3 === 0 ? at : random.integer(0, sites.length - 1)] ?? sites[0];
    const cents = random.integer(100, 99_999);
    const total = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
    return {
      identifier: `${site?.key}-${padded(at)}`,
      site: site?.id ?? 0,
      total,
      pending: cents >= LIMIT * 100,
    };
  });
  const shopUserOf = new Map(sites.map(({ id, shopUser }) => [id, shopUser]));
  const sent = await sendBatch(
    testServer,
    slug,
    shop.headers,
    orders.map(({ identifier, site, total }) => ({
      identifier,
      ecommerce_username: shopUserOf.get(site),
      lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: total }],
    })),
  );
  const refused = sent.results.find(({ status }) => status >= 300);
  if (refused || sent.results.length !== orders.length)
    throw new Error(`An order was refused: ${sent.status} ${JSON.stringify(refused)}`);

  const documents = await withIds(
    client,
    "documents",
    Array.from({ length: Math.floor(sizes.orders * 0.7) }, (_, at) => {
      const { id: site, key } = random.pick(sites);
      return { name: `${key} ${padded(at)}.pdf`, site, storageKey: `${companyId}/random/${at}` };
    }),
  );
  await insertRows(
    client,
    "documents",
    owned(
      documents.map(({ id, name, site, storageKey }) => ({
        ...{ id, site_id: site, external_id: name, document_name: name, document_class: 2, document_type: 1 },
        ...{ order_date: new Date(), storage_key: storageKey, content_type: "application/pdf" },
        ...{ size: pdfOf(name).length, created_at: new Date(), updated_at: new Date() },
        checksum: `\\x${createHash("sha256").update(pdfOf(name)).digest("hex")}`,
      })),
    ),
  );
  for (const { name, storageKey } of documents)
    await testServer.services.storage.put(storageKey, pdfOf(name));

  /** For each user a few sites that they see and a few that they may not see. */
  const pairs = users.flatMap((user) => {
    const some = [
      ...random.sample([...sitesSeenBy({ hierarchy: true, nodes, sites }, user)], 2),
      ...random.sample(siteIds, 1),
    ];
    return [...new Set(some)].map((site) => ({ user: user.id, site }));
  });
  const alerts = await withIds(
    client,
    "alerts",
    pairs.map((pair, at) => ({ ...pair, content: `Alert ${padded(at)}` })),
  );
  await insertRows(
    client,
    "alerts",
    owned(
      alerts.map(({ id, user, site, content }) => ({
        ...{ id, user_id: user, site_id: site, content, fired_for: content, created: new Date() },
      })),
    ),
  );
  const triggers = await withIds(client, "triggers", pairs);
  await insertRows(
    client,
    "triggers",
    owned(
      triggers.map(({ id, user, site }) => ({
        ...{ id, user_id: user, site_id: site, rule: "COUNT", frequency: "DAILY", value: 10 },
        ...{ range_value: [], enabled: false, updated_at: new Date() },
      })),
    ),
  );
  await client.end();
  const records = { groups, nodes, sites, users, orders, documents, alerts, triggers };
  return { ...shop, hierarchy: true, approver, ...records };
};
export type RandomCompany = Awaited<ReturnType<typeof setUpRandomCompany>>;
