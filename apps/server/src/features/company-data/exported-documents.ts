import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Storage } from "../../platform/files/storage.ts";
import type { ExportRecord } from "./export.queries.ts";

/** A document as the export has it. */
export interface ExportedDocument {
  readonly id: number;
  readonly path: string;
  readonly storage_key: string;
  readonly size: number;
  readonly sha256: string;
}

export const documentPath = (id: number): string => `documents/${id}`;

/** Those of the moment of the export, whatever became of them since. */
export async function* exportedDocuments(
  storage: Storage,
  { tables }: Pick<ExportRecord, "tables">,
): AsyncGenerator<ExportedDocument> {
  const files = tables.find(({ name }) => name === "documents")?.files ?? [];
  for (const { key } of files) {
    const stored = await storage.get(key);
    if (!stored) throw new Error(`The file ${key} of an export is gone.`);
    const unpacked = createGunzip();
    stored.once("error", (error) => unpacked.destroy(error));
    for await (const line of createInterface({ input: stored.pipe(unpacked) })) {
      const { id, storage_key, size, checksum } = JSON.parse(line) as {
        readonly [column in "storage_key" | "checksum"]: string;
      } & { readonly [column in "id" | "size"]: number };
      yield { id, path: documentPath(id), storage_key, size, sha256: checksum.replace(/^\\x/, "") };
    }
  }
}
