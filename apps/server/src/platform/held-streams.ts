import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { AppError, type ErrorCode } from "@mcc/contract/kit/errors.ts";

/** Each stream keeps a connection until it is read to its end, so there are few: the others belong to everybody. */
const MOST = 5;
/** The words of `export.running` name this number. */
const MOST_EACH = 2;
const RETRY_SECONDS = 5;
/** Well before PostgreSQL loses patience with a transaction in which nothing happens. */
const STALLED_AFTER = 20_000;

export interface HeldStreams {
  /** Counts a stream of this person until it closes; refuses it when there are too many. */
  admit(stream: Readable, userId: number): void;
}

export const makeHeldStreams = (): HeldStreams => {
  const admit = makeBound({ most: MOST, each: MOST_EACH, refusal: "export.running" });
  return {
    admit: (stream, userId) => {
      try {
        admit(userId, stream);
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },
  };
};

interface Bound {
  readonly most: number;
  readonly each: number;
  /** What whoever holds too many is told. */
  readonly refusal?: ErrorCode;
}

/** Counts what each holds open until it closes; refuses more of it than there may be. */
export const makeBound = ({ most, each, refusal = "rate.limited" }: Bound) => {
  const open: (number | string)[] = [];
  return (who: number | string, held: Pick<EventEmitter, "once">): void => {
    const own = open.filter((id) => id === who).length;
    if (own >= each || open.length >= most) {
      throw new AppError(own >= each ? refusal : "unavailable", { retryAfter: RETRY_SECONDS });
    }
    open.push(who);
    held.once("close", () => open.splice(open.indexOf(who), 1));
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
