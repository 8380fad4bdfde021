import { approveSummary, measureApprove } from "./approve.ts";
import { bundleSummary, measureBundle } from "./bundle.ts";
import { type Client, clientOf } from "./client.ts";
import { measureDashboards } from "./dashboards.ts";
import { readFacts } from "./data-facts.ts";
import { withClient } from "./database.ts";
import { exportSummary, measureExport } from "./export.ts";
import { filledDatabase } from "./fill.ts";
import { openFloor } from "./floor.ts";
import { INGESTED, ingestSummary, measureIngest } from "./ingest.ts";
import { type Interaction, interactionsOf, type Person } from "./interactions.ts";
import { CONCURRENT_CLIENTS, compare, FULL, QUICK } from "./measure.ts";
import { readOptions } from "./options.ts";
import { signInAll } from "./people.ts";
import { residentMb, startBare, startOurs } from "./processes.ts";
import { measureReportMail, measureReports, reportMailSummary, reportsSummary } from "./reports.ts";
import { missesOf, type Result, tableOf, writeResults } from "./results.ts";
import { mustAgree } from "./same-response.ts";
import { measureStreams, streamsSummary } from "./streams.ts";

const { orders, only, quick } = readOptions();
const undo: (() => unknown)[] = [];
/** Served by the process itself. */
const NOTHING_ASKED = "/healthz";
const WARM_UP = 3_000;
const isWanted = (name: string) => only.length === 0 || only.some((word) => name.includes(word));

try {
  const database = await filledDatabase(orders);
  undo.push(() => database.stop());
  const { url } = database;
  const facts = await readFacts(url);
  const bare = await startBare(url, facts);
  undo.push(() => bare.stop());
  const ours = await startOurs(url, orders);
  undo.push(() => ours.stop());
  const floor = openFloor(url, CONCURRENT_CLIENTS);
  undo.push(() => floor.close());
  const tokens = await signInAll(url);
  const bareClient = clientOf(bare.address);
  const clients = Object.fromEntries(
    Object.entries(tokens).map(([person, token]) => [person, clientOf(ours.address, token)]),
  ) as Record<Person, Client>;
  undo.push(() => [bareClient, ...Object.values(clients)].map((client) => client.close()));

  /** Bare identifies interactions by their index in the whole list. */
  const all = interactionsOf(facts).map((interaction, at) => {
    const contenders = {
      floor: () => floor.ask(interaction.floor),
      bare: () => bareClient.ask(`/${at}`),
      ours: () => clients[interaction.as].ask(interaction.path),
    };
    return { interaction, contenders };
  });
  const wanted = all.filter(({ interaction }) => isWanted(interaction.name));

  const read = async <T>(body: Promise<Buffer>): Promise<T> => JSON.parse((await body).toString()) as T;
  const check = async (interaction: Interaction, asks: (typeof all)[number]["contenders"]) =>
    mustAgree(interaction, await asks.floor(), await read(asks.bare()), await read(asks.ours()));
  for (const { interaction, contenders } of wanted) await check(interaction, contenders);
  console.log(`${wanted.length} interactions: floor, bare and ours give the same responses.\n`);

  // Programs are slower just after their start: each contender serves some requests first.
  const [first] = wanted;
  for (let n = 0; first && !quick && n < WARM_UP; n++) {
    for (const ask of Object.values(first.contenders)) await ask();
  }

  const results: Result[] = [];
  for (const { interaction, contenders } of wanted) {
    const measured = await compare(contenders, quick ? QUICK : FULL);
    results.push({ name: interaction.name, measured });
    const { floor: least, ours: own } = measured.latency;
    console.log(
      `${interaction.name.padEnd(36)} floor ${least.p50.toFixed(2)} ms, ours ${own.p50.toFixed(2)} ms`,
    );
  }
  const nothing = await compare({ ours: () => clients.admin.ask(NOTHING_ASKED) }, quick ? QUICK : FULL);
  const empty = nothing.latency.ours;
  const notes = [
    `An answer that asks nothing of the database takes ${empty.p50.toFixed(2)} ms (p95 ${empty.p95.toFixed(2)}, one client): no ratio can be better than this and the floor together.`,
    `Server after the lists: ${residentMb(ours.pid).toFixed(0)} MB resident.`,
  ];
  if (isWanted("export")) notes.push(exportSummary(await measureExport(ours, tokens.admin)));
  if (isWanted("report")) {
    notes.push(reportsSummary(await measureReports(ours, tokens.admin)));
    notes.push(reportMailSummary(await measureReportMail(url, orders, tokens.admin)));
  }
  if (isWanted("approve"))
    notes.push(approveSummary(await measureApprove({ ours, bare }, url, tokens.approver, quick)));
  if (isWanted("bundle")) notes.push(bundleSummary(await measureBundle(ours, url, orders, tokens.admin)));
  if (isWanted("dashboards")) notes.push(await measureDashboards(ours, url, tokens));
  if (isWanted("streams")) notes.push(streamsSummary(await measureStreams(ours, url)));
  if (isWanted("ingest")) notes.push(ingestSummary(await measureIngest(ours, url, quick ? 2_000 : INGESTED)));

  if (results.length > 0) console.log(`\n${tableOf(results, empty)}\n`);
  console.log(notes.join("\n"));
  console.log(`${missesOf(results, empty)} of ${results.length} interactions miss a bar.`);
  if (quick || only.length > 0) console.log("A part or a quick run: bench/RESULTS.md is unchanged.");
  else {
    const { rows } = await withClient(url, (client) => client.query("show server_version"));
    writeResults(orders, results, { postgres: String(rows[0]?.server_version), notes, empty });
    console.log("Written to bench/RESULTS.md.");
  }
} finally {
  for (const step of undo.reverse()) await step();
}
