import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { afterTest } from "./after-file.ts";
import { eventually } from "./eventually.ts";
import type { TestServer } from "./test-server.ts";

/** Reads a stream as a page would, and keeps its events. */
export const openEventStream = async (
  { address }: Pick<TestServer, "address">,
  token: string,
  lastEventId?: number | string,
) => {
  const control = new AbortController();
  afterTest(() => control.abort());
  const answer = await fetch(`${address}/api${eventStream.path}`, {
    headers: {
      authorization: `JWT ${token}`,
      ...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
    },
    signal: control.signal,
  });
  const received: StreamEvent["kind"][] = [];
  const alerts: { readonly eventId: string | undefined; readonly content: string }[] = [];
  let comments = 0;
  const read = async (): Promise<"ended" | "cut"> => {
    let text = "";
    try {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const parts = `${text}${chunk}`.split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) {
          const field = (name: string) =>
            part
              .split("\n")
              .find((line) => line.startsWith(`${name}: `))
              ?.slice(`${name}: `.length);
          const data = field("data");
          if (data === undefined) {
            comments++;
            continue;
          }
          const event = StreamEvent.parse(JSON.parse(data));
          received.push(event.kind);
          if (event.kind === "alert") alerts.push({ eventId: field("id"), content: event.content });
        }
      }
      return "ended";
    } catch {
      return "cut";
    }
  };
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  const ended = isStream ? read() : answer.text().then(() => "ended" as const);
  return {
    status: answer.status,
    headers: answer.headers,
    received,
    alerts,
    comments: () => comments,
    ended,
    /** This many events of any kind, including the one that the stream is open. */
    hears: (count: number) =>
      eventually(() => {
        if (received.length < count) throw new Error(`Only ${received.join(", ")} so far.`);
      }),
    /** This many alerts. */
    hearsAlerts: (count: number) =>
      eventually(() => {
        if (alerts.length < count) throw new Error(`Only ${alerts.length} alerts so far.`);
      }),
    close: () => control.abort(),
  };
};
