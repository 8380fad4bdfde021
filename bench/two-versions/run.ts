import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@mcc/server/src/embedded-postgres/launcher.ts";
import { openOwner } from "@mcc/server/src/testing/database-owner.ts";
import { buildWebIfStale } from "../../scripts/build-web.ts";
import { checkJobs } from "../battery/deliveries.ts";
import { makeFindings, printTable } from "../battery/stage-result.ts";
import { SECRET } from "../processes.ts";
import { checkOut, releasedCommit } from "./checkout.ts";
import { compareReads, type Filled, fill, sendWrites } from "./exchange.ts";
import { crossOrders } from "./orders.ts";
import { startVersion, type Version } from "./version.ts";

/**
 * `npm run two-versions [-- commit]`: the previous version and this one on one database, as during a rolling upgrade.
 * This one migrates while the other runs. Every write is sent through one of them and every read through both.
 */
const ROOT = join(import.meta.dirname, "../..");
const commit = process.argv[2] ?? releasedCommit();
const findings = makeFindings();
const undo: (() => unknown)[] = [];
await buildWebIfStale();
const earlier = checkOut(commit);
const directory = mkdtempSync(join(tmpdir(), "mcc-two-versions-"));
chmodSync(directory, 0o755); // run by root, PostgreSQL is another user
undo.push(() => [directory, earlier].map((one) => rmSync(one, { recursive: true, force: true })));

const compare = async () => {
  const postgres = await startPostgres(directory);
  undo.push(() => postgres.stop());
  const owner = openOwner(postgres.url);
  undo.push(() => owner.close());
  const variables = {
    DATABASE_URL: postgres.url,
    MCC_SECRET: SECRET,
    MCC_PUBLIC_URL: "http://127.0.0.1",
    MCC_DATA_DIR: directory,
  };
  const start = async (name: string, root: string) => {
    const tell = (line: string) => findings.add(line.slice(0, 600));
    const version = await startVersion(name, root, owner, variables, tell);
    undo.push(() => version.server.services.database.close());
    undo.push(() => version.stop());
    return version;
  };
  const migrations = async () => (await owner.sql("select from public.mcc_migrations")).length;

  const old = await start("old version", earlier);
  const before = await migrations();
  const olds = [await fill(old, false), await fill(old, true)] as const;
  const now = await start("new version", ROOT);
  const news = [await fill(now, false), await fill(now, true)] as const;
  const both = [old, now] as const;
  const reads = { asked: 0, answered: 0, onlyNew: 0 };
  const readAll = async () => {
    for (const filled of [...olds, ...news]) {
      const { asked, answered, onlyNew } = await compareReads(both, filled, findings);
      reads.asked += asked;
      reads.answered += answered;
      reads.onlyNew += onlyNew;
    }
  };
  await readAll();
  const crossed =
    (await crossOrders(both, olds[0], findings)) + (await crossOrders([now, old], news[0], findings));
  const writes = async (version: Version, filled: readonly Filled[]) => {
    const told: string[] = [];
    for (const one of filled) told.push(await sendWrites(version, one, findings));
    return told.join("; ");
  };
  const oldWrites = await writes(old, [olds[0], news[1]]);
  const newWrites = await writes(now, [news[0], olds[1]]);
  await readAll();
  await checkJobs({ owner }, findings);
  return [
    ["migrations of the old version; of this one", `${before}; ${await migrations()}`],
    ["reads answered by both", reads.answered],
    ["reads that only this version has", reads.onlyNew],
    ["writes through the old version", oldWrites],
    ["writes through this version", newWrites],
    ["orders placed through one and decided through the other", crossed],
  ] as const;
};

let figures: Awaited<ReturnType<typeof compare>> | undefined;
try {
  figures = await compare();
} catch (error) {
  findings.add(`could not be completed: ${(error as Error).stack}`);
}
for (const step of undo.toReversed()) await step();
const found = findings.all();
const stage = `${commit} and this version`;
printTable([{ stage, cases: figures?.[1][1] ?? 0, findings: found, figures: figures ?? [] }]);
process.exit(found.length === 0 ? 0 : 1);
