import { get } from "node:http";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { filledDatabase } from "./fill.ts";
import { readOptions } from "./options.ts";
import { signInAll } from "./people.ts";
import { type Contender, startOurs, withPeak } from "./processes.ts";

export interface ExportResult {
  readonly orders: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly peakMb: number;
}

const MOST = 100_000;
/** At the end of each row and nowhere else: counting it needs no parsing, and so no memory worth mentioning. */
const ROW_MARK = `"current_required_approval":`;

/** Every order of the company as one stream of JSON; after 100,000 the caller hangs up. */
export const measureExport = async ({ address, pid }: Contender, token: string): Promise<ExportResult> => {
  const began = performance.now();
  const { result, peak } = await withPeak(pid, () => drain(address, token));
  return { ...result, seconds: (performance.now() - began) / 1000, peakMb: peak };
};

const drain = (address: string, token: string) =>
  new Promise<{ orders: number; megabytes: number }>((resolve, reject) => {
    const url = `${address}/api/orders/?limit=${ALL_ROWS}&untrimmed=true`;
    const request = get(url, { headers: { authorization: `JWT ${token}` } }, (answer) => {
      if (answer.statusCode !== 200)
        return reject(new Error(`The export request returned ${answer.statusCode}.`));
      let orders = 0;
      let bytes = 0;
      let tail = "";
      const finish = () => resolve({ orders, megabytes: bytes / 1024 / 1024 });
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        bytes += chunk.length;
        const text = tail + chunk;
        orders += text.split(ROW_MARK).length - 1;
        tail = text.slice(-(ROW_MARK.length - 1));
        if (orders < MOST) return;
        finish();
        request.destroy();
      });
      answer.once("end", finish);
      answer.once("error", reject);
    });
    request.once("error", reject);
  });

export const exportSummary = ({ orders, seconds, megabytes, peakMb }: ExportResult): string =>
  `Export of ${orders.toLocaleString("en")} orders as a JSON stream: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB sent, server at most ${peakMb.toFixed(0)} MB resident.`;

if (import.meta.main) {
  const { orders } = readOptions();
  const database = await filledDatabase(orders);
  const ours = await startOurs(database.url, orders);
  try {
    console.log(exportSummary(await measureExport(ours, (await signInAll(database.url)).admin)));
  } finally {
    await ours.stop();
    await database.stop();
  }
}
