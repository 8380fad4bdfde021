import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** Well before PostgreSQL ends an idle transaction. */
const STALLED_AFTER = 20_000;

/** A client that stops reading is disconnected; one that is merely slow is not. */
export const destroyWhenStalled = (
  stream: Readable,
  response: ServerResponse,
  after = STALLED_AFTER,
): void => {
  if (stream.closed) return;
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
