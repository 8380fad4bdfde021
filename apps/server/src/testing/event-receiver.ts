import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface ReceivedEvent {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A real receiver with configurable responses. */
export const openEventReceiver = async () => {
  const received: ReceivedEvent[] = [];
  const state = {
    answers: [] as number[],
    location: undefined as string | undefined,
    /** Held until released; counts senders that disconnect. */
    holding: undefined as Promise<void> | undefined,
    hungUp: 0,
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    response.on("close", () => {
      if (!response.writableFinished) state.hungUp++;
    });
    request.on("end", async () => {
      received.push({ path: request.url ?? "", headers: request.headers, body });
      await state.holding;
      const headers = state.location ? { location: state.location } : {};
      response.writeHead(state.answers.shift() ?? 200, headers).end("noted");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` };
};
