import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { writeFile } from "./report-file.ts";

test("a file has the times that the company's clocks show, also on days on which these change", async () => {
  const moments = {
    "2026-01-01T05:59:59.999Z": "2025-12-31 23:59",
    "2026-03-08T07:59:00Z": "2026-03-08 01:59",
    "2026-03-08T08:00:00Z": "2026-03-08 03:00",
    "2026-03-09T00:30:00Z": "2026-03-08 19:30",
    "2026-07-01T12:00:00Z": "2026-07-01 07:00",
    "2026-11-01T06:30:00Z": "2026-11-01 01:30",
    "2026-11-01T07:30:00Z": "2026-11-01 01:30",
  };
  const day = {
    id: "at",
    label: "Time",
    kind: "date",
    width: 22,
    value: (row: object) => (row as { at: string }).at,
  } as const;
  const rows = Readable.from(Object.keys(moments).map((at) => ({ at })));
  const written = await text(await writeFile("csv", "Orders", [day], rows, "America/Chicago"));
  // trim() takes away the mark of UTF-8 as well.
  expect(written.trim().split("\r\n")).toEqual(["Time", ...Object.values(moments)]);
});
