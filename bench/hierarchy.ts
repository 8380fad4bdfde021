import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { clientOf } from "./client.ts";
import { openBench, withClient } from "./database.ts";
import { fillHierarchy, NODES, SITES, tokensOf } from "./fill-hierarchy.ts";
import { latencyOf } from "./measure.ts";
import { startOurs } from "./processes.ts";

/**
 * What lists cost a user on the root of 5,000 nodes and 50,000 sites, beside a company admin, whose scope needs no
 * nodes; and the lookups of nodes and sites that filters load.
 */
const ROUNDS = 60;
const WARM_UP = 10;
const LISTS = [
  "/api/orders/?limit=20",
  "/api/orders/?limit=20&offset=2000",
  "/api/orders/?limit=20&search=T-77",
  "/api/orders/?limit=20&status=Delivered&ordering=-total",
  "/api/orders/?limit=20&ordering=site",
];
const LOOKUPS = [
  "/api/company-hierarchy/organization-nodes/?limit=100000000000&liteVersion=true",
  "/api/sites/?limit=100000000000&liteVersion=true",
];

const database = await openBench(NODES);
try {
  await migrate(database.url);
  const tokens = await withClient(database.url, async (client) => {
    await fillHierarchy(client);
    return tokensOf(client);
  });
  const ours = await startOurs(database.url, NODES, "web");
  const admin = clientOf(ours.address, tokens.admin);
  const rootUser = clientOf(ours.address, tokens.rootUser);
  const timeOf = async (client: typeof admin, path: string, rounds: number): Promise<string> => {
    const times: number[] = [];
    for (let round = -WARM_UP; round < rounds; round++) {
      const at = performance.now();
      await client.ask(path);
      if (round >= 0) times.push(performance.now() - at);
    }
    const { p50, p95 } = latencyOf(times);
    return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  };
  try {
    const countOf = async (client: typeof admin) =>
      JSON.parse(String(await client.ask("/api/orders/"))).count;
    const [all, seen] = [await countOf(admin), await countOf(rootUser)];
    if (all !== seen) throw new Error(`The user on the root sees ${seen} of ${all} orders.`);
    console.log(`${NODES} nodes, ${SITES} sites, ${all} orders`);
    for (const path of LISTS) {
      console.log(path);
      console.log(`  company admin: ${await timeOf(admin, path, ROUNDS)}`);
      console.log(`  user on the root: ${await timeOf(rootUser, path, ROUNDS)}`);
    }
    for (const path of LOOKUPS) console.log(`${path}: ${await timeOf(rootUser, path, ROUNDS / 3)}`);
  } finally {
    admin.close();
    rootUser.close();
    await ours.stop();
  }
} finally {
  await database.stop();
}
