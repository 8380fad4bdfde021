import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../files/private-files.ts";
import type { BackupContents } from "./backup-format.ts";

const CHUNK = 1 << 20;
const FASTEST = 1;

/** Writes a compressed archive as a stream: no file is ever in memory as a whole. */
export const openTarWriter = (path: string) => {
  const { readable, controller } = createTarPacker();
  const contents: Record<string, string> = {};
  const written = pipeline(
    Readable.fromWeb(readable as ReadableStream),
    createGzip({ level: FASTEST }),
    createWriteStream(path, { flags: "wx", mode: PRIVATE_FILE, flush: true }),
  );
  // Reported by `finish`; until then a failure must not end the process.
  written.catch(() => {});

  const addContent = async (name: string, content: string): Promise<void> => {
    const bytes = new TextEncoder().encode(content);
    const writer = controller.add({ name, size: bytes.length, type: "file", mode: PRIVATE_FILE }).getWriter();
    await writer.write(bytes);
    await writer.close();
    contents[name] = createHash("sha256").update(bytes).digest("hex");
  };

  return {
    contents: contents as BackupContents,
    addContent,
    addFolder: (name: string): Promise<void> =>
      controller.add({ name: `${name}/`, size: 0, type: "directory", mode: PRIVATE_FOLDER }).close(),
    /**
     * A file that may change meanwhile: as many bytes as it had at the beginning, zeros for what was cut off. A file
     * that is gone is left out.
     */
    addFile: async (name: string, from: string): Promise<void> => {
      const file = await open(from).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (!file) return;
      try {
        const { size } = await file.stat();
        const hash = createHash("sha256");
        const writer = controller.add({ name, size, type: "file", mode: PRIVATE_FILE }).getWriter();
        for (let at = 0; at < size; ) {
          const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
          const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
          const part = bytesRead > 0 ? chunk.subarray(0, bytesRead) : chunk;
          hash.update(part);
          await writer.write(part);
          at += part.length;
        }
        await writer.close();
        contents[name] = hash.digest("hex");
      } finally {
        await file.close();
      }
    },
    finish: (): Promise<void> => {
      controller.finalize();
      return written;
    },
    /** Ends the archive unfinished; the caller removes it. */
    abandon: async (error: unknown): Promise<void> => {
      controller.error(error);
      await written.catch(() => {});
    },
  };
};

export type TarWriter = ReturnType<typeof openTarWriter>;
