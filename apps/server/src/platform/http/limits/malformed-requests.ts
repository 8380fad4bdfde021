import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import type { ErrorCode } from "@mcc/contract/kit/errors.ts";

/** What everything but field errors is refused with. */
export const errorBody = (code: ErrorCode, requestId: string, detail: string = errors[code][1]) => ({
  detail,
  code,
  request_id: requestId,
});

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "input.headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "input.too_slow",
};

/** Bytes that never became a request: there is no reply object, and the connection is unusable. */
export const rejectMalformedRequest = (
  { code: reason = "" }: NodeJS.ErrnoException,
  socket: Socket,
): void => {
  if (reason === "ECONNRESET" || socket.destroyed) return;
  const code = CODES[reason] ?? "input.unreadable";
  const [status] = errors[code];
  const requestId = crypto.randomUUID();
  const body = JSON.stringify(errorBody(code, requestId));
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "x-content-type-options: nosniff",
      "cache-control: no-store",
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
};
