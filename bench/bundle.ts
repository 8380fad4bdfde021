import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { BULK_MAX } from "@mcc/contract/documents/documents.files.ts";
import { LARGE, siteId } from "./data-plan.ts";
import { dataDirOf, withClient } from "./database.ts";
import { filledDatabase } from "./fill.ts";
import { readOptions } from "./options.ts";
import { signInAll } from "./people.ts";
import { type Contender, startOurs, withPeak } from "./processes.ts";

export interface BundleResult {
  readonly files: number;
  readonly errors: readonly string[];
  readonly seconds: number;
  readonly megabytes: number;
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly afterMb: number;
}

const FILE = 5 * 1024 * 1024;
const EXTERNAL = "bundle-";

/** 500 documents of 5 MB, the last of which has lost its file: one file on the disk under 499 names. */
const addDocuments = async (url: string, directory: string): Promise<number[]> => {
  const folder = join(directory, "server/documents/bench/bundle");
  mkdirSync(folder, { recursive: true });
  const first = join(folder, "1");
  writeFileSync(first, Buffer.alloc(FILE, "%PDF-1.7 "));
  for (let n = 2; n < BULK_MAX; n++) linkSync(first, join(folder, String(n)));
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into mcc.documents (company_id, site_id, external_id, document_name, document_class, document_type,
         order_date, storage_key, content_type, size, checksum)
       select $1, $2, '${EXTERNAL}' || n, 'Bundled ' || n || '.pdf', 2, 1, now(), 'bench/bundle/' || n,
         'application/pdf', $3, '\\x00'
       from generate_series(1, $4::int) as n returning id`,
      [LARGE, siteId(LARGE, 1), FILE, BULK_MAX],
    );
    return rows.map(({ id }) => Number(id));
  });
};

/** The database and its directory are reused: added data is deleted. */
const removeDocuments = async (url: string, directory: string): Promise<void> => {
  rmSync(join(directory, "server/documents/bench/bundle"), { recursive: true, force: true });
  await withClient(url, (client) =>
    client.query(`delete from mcc.documents where company_id = $1 and external_id like '${EXTERNAL}%'`, [
      LARGE,
    ]),
  );
};

/** One zip of 500 documents, read as fast as it arrives and discarded. */
export const measureBundle = async (
  { address, pid }: Contender,
  url: string,
  orders: number,
  token: string,
): Promise<BundleResult> => {
  const directory = dataDirOf(orders);
  await removeDocuments(url, directory);
  try {
    const ids = await addDocuments(url, directory);
    const began = performance.now();
    const { result, before, peak, after } = await withPeak(pid, async () => {
      const answer = await fetch(`${address}/api/documents/download/?document_ids=${ids.join(",")}`, {
        headers: { authorization: `JWT ${token}` },
      });
      const { errors, link } = (await answer.json()) as { errors: string[]; link: string };
      const { pathname, search } = new URL(link);
      return { errors, bytes: await drain(`${address}${pathname}${search}`) };
    });
    return {
      files: ids.length - result.errors.length,
      errors: result.errors,
      seconds: (performance.now() - began) / 1000,
      megabytes: result.bytes / 1024 / 1024,
      beforeMb: before,
      peakMb: peak,
      afterMb: after,
    };
  } finally {
    await removeDocuments(url, directory);
  }
};

const drain = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(url, (answer) => {
      if (answer.statusCode !== 200)
        return reject(new Error(`The zip request returned ${answer.statusCode}.`));
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once("end", () => {
        if (bytes === Number(answer.headers["content-length"])) resolve(bytes);
        else reject(new Error("The zip has another length than announced."));
      });
      answer.once("error", reject);
    });
    request.once("error", reject);
  });

export const bundleSummary = (result: BundleResult): string => {
  const { files, errors, seconds, megabytes, beforeMb, peakMb, afterMb } = result;
  const told =
    errors.length === 1 ? `, 1 told as missing (${errors[0]})` : `, ${errors.length} told as missing`;
  return `Bulk download of ${files} documents of 5 MB as one zip${told}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB sent; server ${beforeMb.toFixed(0)} MB resident before, at most ${peakMb.toFixed(0)} MB, ${afterMb.toFixed(0)} MB after.`;
};

if (import.meta.main) {
  const { orders } = readOptions();
  const database = await filledDatabase(orders);
  const ours = await startOurs(database.url, orders);
  try {
    const { admin } = await signInAll(database.url);
    console.log(bundleSummary(await measureBundle(ours, database.url, orders, admin)));
  } finally {
    await ours.stop();
    await database.stop();
  }
}
