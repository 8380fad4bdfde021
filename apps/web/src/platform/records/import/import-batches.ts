import { isTransient } from "../../api/call-error.ts";
import { backoffDelay, pause } from "../../live/listen.ts";

/** Rows of one call: small enough for progress that moves, large enough for thousands of rows. */
const ROWS = 200;
/** Characters of one call; a body may have a megabyte, and a letter up to four bytes. */
const CHARACTERS = 200_000;
const ATTEMPTS = 4;

interface Row {
  readonly cells: Readonly<Record<string, string | undefined>>;
}

const sizeOf = ({ cells }: Row): number =>
  Object.values(cells).reduce((sum, cell = "") => sum + cell.length, 0);

/** The rows of each call. The same rows are always divided in the same way, so that a call can be repeated. */
export const batchesOf = <R extends Row>(rows: readonly R[]): R[][] => {
  const batches: R[][] = [];
  let size = 0;
  for (const row of rows) {
    const last = batches.at(-1);
    const more = sizeOf(row);
    if (!last || last.length === ROWS || size + more > CHARACTERS) {
      batches.push([row]);
      size = more;
    } else {
      last.push(row);
      size += more;
    }
  }
  return batches;
};

/** Tries a call that can be repeated several times, with growing pauses. */
export const withAttempts = async <Result>(
  send: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === ATTEMPTS || signal.aborted || !isTransient(error)) throw error;
      await pause(backoffDelay(attempt), signal);
    }
  }
};
