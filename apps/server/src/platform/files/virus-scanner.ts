import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { Settings } from "../../env.ts";
import type { Log } from "../log.ts";

interface Deps {
  readonly settings: Pick<Settings, "virusScanner">;
  readonly log: Log;
}

/** Milliseconds without a byte: until it accepts the connection, and until it has looked through a large file. */
const TIMEOUTS = { connect: 5_000, idle: 120_000 };
/** Seconds until a sender should try again. */
const RETRY_AFTER = 30;
const MOST_CHARACTERS = 1_000;

const length = (bytes: number): Buffer => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
};

/** One line that ends with a zero byte: at the end of the file, or earlier if the scanner gives up. */
const lineOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\0");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MOST_CHARACTERS) reject(new Error("its answer does not end"));
    });
    socket.once("error", reject);
    socket.once("timeout", () => reject(new Error("it does not answer")));
    socket.once("close", () => reject(new Error("it has closed the connection")));
  });

const connectTo = (address: URL): Socket => {
  const { protocol, hostname, port, pathname } = address;
  const socket =
    protocol === "unix:"
      ? connect({ path: decodeURIComponent(pathname) })
      : connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) });
  socket.setTimeout(TIMEOUTS.connect);
  socket.once("connect", () => socket.setTimeout(TIMEOUTS.idle));
  return socket;
};

/** Passes a file on while clamd reads it, by its command INSTREAM. The end is reached only if clamd finds nothing. */
async function* throughScanner({ log }: Deps, address: URL, content: Readable): AsyncGenerator<Buffer> {
  const socket = connectTo(address);
  const line = lineOf(socket);
  let hasAnswered = false;
  line.then(() => {
    hasAnswered = true;
  }, ignore);
  const scan = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log.error({ err: error }, "the virus scanner is away: files are refused");
      throw new AppError("file.not_scanned", { retryAfter: RETRY_AFTER });
    }
  };
  const send = async (data: Buffer | string): Promise<void> => {
    if (!hasAnswered && !socket.write(data)) await scan(Promise.race([once(socket, "drain"), line]));
  };
  const judge = async (isWhole: boolean): Promise<void> => {
    const answer = await scan(line);
    const [, virus] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
    if (virus !== undefined) {
      log.warn({ virus }, "a file with a virus was refused");
      throw new AppError("file.infected", {
        detail: `The virus scanner found ${virus} in this file, so it was refused.`,
      });
    }
    if (!isWhole || answer !== "stream: OK") await scan(Promise.reject(new Error(answer)));
  };
  try {
    await send("zINSTREAM\0");
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (chunk.length === 0) continue; // its length would end the file
      await send(length(chunk.length));
      await send(chunk);
      if (hasAnswered) await judge(false);
      yield chunk;
    }
    await send(length(0));
    await judge(true);
  } finally {
    socket.destroy();
    content.destroy();
  }
}

const ignore = (): void => {};

/** A file while it arrives, looked through for viruses where a scanner is configured; it breaks instead of ending. */
export const scanned = (deps: Deps, content: Readable): Readable => {
  const { virusScanner } = deps.settings;
  if (!virusScanner) return content;
  const checked = Readable.from(throughScanner(deps, virusScanner, content), { objectMode: false });
  checked.on("error", ignore); // it may break before anybody has begun to read it
  return checked;
};

/** Refuses a file that is in the memory. */
export const mustBeClean = async (deps: Deps, file: Buffer): Promise<void> => {
  for await (const _ of scanned(deps, Readable.from([file]))); // read to its end
};
