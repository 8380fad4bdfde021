import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentDisposition, requestedRange } from "./file-headers.ts";

describe("a content disposition", () => {
  test.each([
    ["Invoice 7.pdf", `inline; filename="Invoice 7.pdf"; filename*=UTF-8''Invoice%207.pdf`],
    ['a"b\\c.pdf', `inline; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
    [
      "Prüfung Ø 3″.pdf",
      `inline; filename="Prufung _ 3__.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%C3%98%203%E2%80%B3.pdf`,
    ],
    ["it's (1)*.pdf", `inline; filename="it_s (1)_.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
    [
      "a\r\nSet-Cookie: x=1.pdf",
      `inline; filename="a__Set-Cookie_ x=1.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1.pdf`,
    ],
    ["100%;.pdf", `inline; filename="100__.pdf"; filename*=UTF-8''100%25%3B.pdf`],
  ])("of %j has the name in both forms", (name, header) => {
    expect(contentDisposition("inline", name)).toBe(header);
  });

  test("of any name is one ASCII header, from which the name can be read", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
        const header = contentDisposition("attachment", name);
        expect(header).toMatch(
          /^attachment; filename="[\w .,()+=@#-]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]*$/,
        );
        expect(decodeURIComponent(header.split("''")[1] as string)).toBe(name.toWellFormed());
      }),
    );
  });
});

test.each([
  [undefined, undefined],
  ["bytes=0-4", { from: 0, to: 4 }],
  ["bytes=5-", { from: 5, to: 9 }],
  ["bytes=-3", { from: 7, to: 9 }],
  ["bytes=-30", { from: 0, to: 9 }],
  ["bytes=9-400", { from: 9, to: 9 }],
  ["bytes=10-", null],
  ["bytes=-0", null],
  ["bytes=4-2", undefined],
  ["bytes=0-1,4-5", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
  ["lines=0-1", undefined],
  ["bytes=99999999999999999999-", undefined],
])("of ten bytes, %j means %j", (header, part) => {
  expect(requestedRange(header, 10)).toEqual(part);
});
