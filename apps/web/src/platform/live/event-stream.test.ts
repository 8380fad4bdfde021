import { expect, test } from "vitest";
import { eventSplitter, eventsOf } from "./event-stream.ts";

const TEXT =
  ': hello\n\nevent: order\ndata: {"identifier":"AC-1"}\n\ndata: one\ndata: two\n\n:\n\nevent: lonely\n\n';
const EVENTS = [
  { event: "order", data: '{"identifier":"AC-1"}' },
  { event: "message", data: "one\ntwo" },
];

for (const [name, lineBreak] of [
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
] as const) {
  test.each([1, 2, 3, 7, 1000])(
    `events come out whole with ${name} however the text is cut, here every %i`,
    (size) => {
      const text = `${TEXT.replaceAll("\n", lineBreak)}x`;
      const splitter = eventSplitter();
      const events = [];
      for (let at = 0; at < text.length; at += size) events.push(...splitter.push(text.slice(at, at + size)));
      expect(events).toEqual(EVENTS);
    },
  );
}

test("an event is given as soon as its empty line is there, and not before", () => {
  const splitter = eventSplitter();
  expect(splitter.push("data: a\n")).toEqual([]);
  expect(splitter.push("\n")).toEqual([{ event: "message", data: "a" }]);
});

test("letters that are cut in two arrive whole, and a comment is heard as a sign of life", async () => {
  const bytes = new TextEncoder().encode(":\n\ndata: Renée\n\n");
  const cut = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream<Uint8Array>({
    start: (out) => {
      out.enqueue(bytes.slice(0, cut));
      out.enqueue(bytes.slice(cut));
      out.close();
    },
  });
  let heard = 0;
  const events = [];
  const heardOf = eventsOf(body, () => {
    heard += 1;
  });
  for await (const event of heardOf) events.push(event);
  expect(events).toEqual([{ event: "message", data: "Renée" }]);
  expect(heard).toBe(2);
});
