import { startCluster } from "./cluster.ts";
import { measureFailover } from "./measure.ts";

/**
 * Kills the primary while orders are ingested and approved through two web processes and a worker. Needs Debian's
 * packages postgresql, patroni, python3-etcd, etcd-server, haproxy and pgbouncer; see docs/operations.md.
 */
const cluster = await startCluster();
const kills = Number(process.argv[2] ?? 1);
try {
  const direct = { DATABASE_URL: cluster.url };
  const pooled = {
    DATABASE_URL: cluster.pooledUrl,
    DATABASE_DIRECT_URL: cluster.url,
    MCC_PREPARED_STATEMENTS: "off",
  };
  let lost = await measureFailover(cluster, "through HAProxy", direct, kills);
  lost += await measureFailover(cluster, "through PgBouncer in transaction mode", pooled, kills);
  process.exitCode = lost === 0 ? 0 : 1;
} finally {
  await cluster.stop();
}
