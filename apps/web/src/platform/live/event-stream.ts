/** One message of a server-sent event stream. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Parses `text/event-stream` as it arrives. The browser's EventSource cannot send a token, so the stream is fetched and
 * its chunks are parsed here.
 */
export const eventSplitter = () => {
  let rest = "";
  let event = "";
  let data: string[] = [];

  const take = (line: string): ServerEvent | undefined => {
    if (line === "") {
      const whole = data.length === 0 ? undefined : { event: event || "message", data: data.join("\n") };
      event = "";
      data = [];
      return whole;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    if (field === "data") data.push(value);
    // A line that starts with a colon is a comment, which keeps the connection alive.
    return undefined;
  };

  return {
    push: (piece: string): ServerEvent[] => {
      const text = rest + piece;
      // A carriage return at the end may be the first half of a line break.
      const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
      const lines = whole.split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? "") + text.slice(whole.length);
      return lines.flatMap((line) => take(line) ?? []);
    },
  };
};

/** The events of a response as they arrive. `heard` is called for every chunk, comments included. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<ServerEvent> {
  const splitter = eventSplitter();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    heard();
    yield* splitter.push(decoder.decode(read.value, { stream: true }));
  }
}
