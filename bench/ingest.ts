import { once } from "node:events";
import { request } from "node:http";
import { createApiKey } from "@mcc/server/src/features/api-keys/api-keys.service.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { INGEST, SITES, slugOf } from "./data-plan.ts";
import { withClient } from "./database.ts";
import { filledDatabase } from "./fill.ts";
import { readOptions } from "./options.ts";
import { type Contender, startOurs, withPeak } from "./processes.ts";

export interface IngestResult {
  readonly orders: number;
  readonly seconds: number;
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly afterMb: number;
}

/** Two items and a fee, as a storefront sends them. */
const lineOf = (n: number): string =>
  `${JSON.stringify({
    identifier: `IN-${n}`,
    ecommerce_username: `shop-${INGEST}-${1 + (n % SITES.other)}`,
    ordered_by: { name: `Buyer ${n % 200}` },
    po_number: `PO-${100_000 + ((n * 7_919) % 900_000)}`,
    order_date: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    tracking_numbers: [`1Z${(n * 104_729).toString(16).toUpperCase().padStart(12, "0")}`],
    lines: [
      {
        product: "BIT-8",
        text: "Drill bit",
        quantity: 2,
        base_unit_price_value: "50.00",
        tax_amount: "8.00",
      },
      { product: "GLV", text: "Gloves", quantity: "3", base_unit_price_value: "6.80", tax_amount: "1.62" },
      { text: "Freight", quantity: 1, base_unit_price_value: "15.00", display: false },
    ],
  })}\n`;

/** None when this server has no such endpoint yet. */
export const measureIngest = async (
  ours: Contender,
  url: string,
  orders: number,
): Promise<IngestResult | undefined> => {
  await deleteIngested(url);
  const key = await keyFor(url);
  const began = performance.now();
  const { result, before, peak, after } = await withPeak(ours.pid, () => send(ours.address, key, orders));
  const seconds = (performance.now() - began) / 1000;
  await deleteIngested(url);
  if (result === undefined) return undefined;
  if (result.stored !== orders) {
    throw new Error(`Of ${orders} orders ${result.stored} were stored; the first refusal: ${result.refusal}`);
  }
  return { orders, seconds, beforeMb: before, peakMb: peak, afterMb: after };
};

export const keyFor = async (url: string): Promise<string> => {
  const database = openDatabase(url, () => {});
  try {
    const by = { id: null, name: "bench" };
    return (
      await createApiKey(database.platform, by, {
        name: "Bench",
        scopes: ["orders"],
        company: slugOf(INGEST),
      })
    ).key;
  } finally {
    await database.close();
  }
};

/** Sends as fast as the server reads, and reads its results in the meantime. */
const send = async (address: string, key: string, orders: number) => {
  const sending = request(`${address}/api/integration/v1/companies/${slugOf(INGEST)}/orders/batch/`, {
    method: "POST",
    headers: { authorization: `ApiKey ${key}`, "content-type": "application/x-ndjson" },
  });
  const answered = once(sending, "response");
  const results = answered.then(async ([answer]) => {
    if (answer.statusCode === 404) return undefined;
    let stored = 0;
    let refusal = "";
    let tail = "";
    answer.setEncoding("utf8");
    for await (const chunk of answer as AsyncIterable<string>) {
      const lines = (tail + chunk).split("\n");
      tail = lines.pop() ?? "";
      for (const line of lines) {
        if (/"status":20\d/.test(line)) stored++;
        else refusal ||= line;
      }
    }
    return { stored, refusal: refusal || `the stream ended with ${answer.statusCode} ${tail}` };
  });
  for (let n = 1; n <= orders; n++) {
    // A server that has already responded and closed reads no more.
    if (!sending.write(lineOf(n)) && !sending.destroyed)
      await Promise.race([once(sending, "drain"), results]);
  }
  sending.end();
  return results;
};

const TRACES =
  "order_lines,order_steps,order_approvals,order_rejections,orders,order_state_counts,order_site_counts,order_day_counts,site_day_spend,event_deliveries,events,messages,recent_messages,audit_entries,person_snapshots,key_writes";

/** The database is used again: what was sent is taken out of it. Triggers off, for the rows of the audit are there to stay. */
export const deleteIngested = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const table of TRACES.split(",")) {
      const { rowCount } = await client.query(`delete from mcc.${table} where company_id = $1`, [INGEST]);
      if (rowCount) await client.query(`vacuum mcc.${table}`);
    }
  });

export const ingestSummary = (result: IngestResult | undefined): string => {
  if (!result) return "Ingest: skipped, this server has no endpoint for batches yet.";
  const { orders, seconds, beforeMb, peakMb, afterMb } = result;
  return `Ingest of ${orders.toLocaleString("en")} orders as one batch: ${seconds.toFixed(1)} s, ${(orders / seconds).toFixed(0)} orders/s; server ${beforeMb.toFixed(0)} MB resident before, at most ${peakMb.toFixed(0)} MB, ${afterMb.toFixed(0)} MB after.`;
};

export const INGESTED = 100_000;

if (import.meta.main) {
  const { orders, quick } = readOptions();
  const database = await filledDatabase(orders);
  const ours = await startOurs(database.url, orders);
  try {
    console.log(ingestSummary(await measureIngest(ours, database.url, quick ? 2_000 : INGESTED)));
  } finally {
    await ours.stop();
    await database.stop();
  }
}
