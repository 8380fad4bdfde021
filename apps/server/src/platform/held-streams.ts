import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { AppError } from "@mcc/contract/kit/errors.ts";

/** Each stream keeps a connection until it is read to its end, so there are few: the others belong to everybody. */
const MOST = 5;
const MOST_EACH = 2;
const RETRY_SECONDS = 5;
/** Well before PostgreSQL loses patience with a transaction in which nothing happens. */
const STALLED_AFTER = 20_000;

export interface Streams {
  /** Counts a stream of this person until it closes; refuses it when there are too many. */
  admit(stream: Readable, userId: number): void;
}

export const makeStreams = (): Streams => {
  const open: number[] = [];
  return {
    admit: (stream, userId) => {
      const own = open.filter((id) => id === userId).length;
      if (own >= MOST_EACH || open.length >= MOST) {
        stream.destroy();
        const code = own >= MOST_EACH ? "rate.limited" : "unavailable";
        throw new AppError(code, { retryAfter: RETRY_SECONDS });
      }
      open.push(userId);
      stream.once("close", () => open.splice(open.indexOf(userId), 1));
    },
  };
};

/** A reader that takes nothing any more is cut off; one that is merely slow is not. */
export const cutWhenStalled = (stream: Readable, response: ServerResponse, after = STALLED_AFTER): void => {
  let sent = -1;
  const timer = setInterval(() => {
    const { bytesWritten = 0 } = response.socket ?? {};
    if (response.writableNeedDrain && bytesWritten === sent) {
      stream.destroy();
      response.destroy();
    }
    sent = bytesWritten;
  }, after);
  timer.unref();
  stream.once("close", () => clearInterval(timer));
};
