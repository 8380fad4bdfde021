import { expect, test } from "vitest";
import { SentWebAddress, WebAddress } from "./web-address.ts";

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://example.com",
  "//example.com",
  "example.com",
  "http://",
  "",
])("%s is not a web address", (value) => {
  expect(WebAddress.safeParse(value).success).toBe(false);
});

test.each(["http://localhost:3000/", "http://[::1]/", "https://hooks.example.com/mcc?x=1"])(
  "%s is a web address",
  (value) => {
    expect(WebAddress.parse(value)).toBe(value);
  },
);

test.each([
  "https://example.com/\r\nSet-Cookie: a=b",
  "https://example.com/a\nb",
  "https://exam\tple.com/",
  'https://example.com/"onload="x',
  "https://example.com/<b>",
  "https://example.com/a b",
  "https://example.com/a\u00a0b",
  "https://example.com/a\u2028b",
  "https://example.com\\@evil.test/",
])("%j is refused: it could end the place that it is put into", (value) => {
  expect(WebAddress.safeParse(value).success).toBe(false);
});

test.each([
  [" https://example.com/a\n", "https://example.com/a"],
  ["HTTPS://Example.COM:443/A/../b", "https://example.com/b"],
  ["https://example.com/o'neil?q='", "https://example.com/o%27neil?q=%27"],
  ["https://exämple.com/ü", "https://xn--exmple-cua.com/%C3%BC"],
  ["https://example.com", "https://example.com"],
  ["https://example.com/%7Bid%7D", "https://example.com/%7Bid%7D"],
  ["https://Example.com/track/{identifier}", "https://example.com/track/{identifier}"],
])("%j is stored as the browser reads it", (given, stored) => {
  expect(WebAddress.parse(given)).toBe(stored);
});

test.each(["https://user:secret@example.com/", "https://user@example.com", "http://:secret@example.com/a"])(
  "%s is refused by its own sentence: a page would show the password",
  (value) => {
    expect(WebAddress.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
      "This can't contain a username or a password.",
    ]);
  },
);

test.each([
  [" https://example.com/track no?a=b c ", "https://example.com/track%20no?a=b%20c"],
  ["https://example.com/a%20b", "https://example.com/a%20b"],
  ["https://example.com", "https://example.com"],
])("%j of another system is stored with its blanks encoded", (given, stored) => {
  expect(SentWebAddress.parse(given)).toBe(stored);
});

test.each([
  "https://exam ple.com/",
  "java script:alert(1)",
  "https://user:a secret@example.com/",
  "https://example.com/a\nb",
  "https://example.com/a\u00a0b",
  'https://example.com/ "onload="x',
])("%j of another system is refused", (value) => {
  expect(SentWebAddress.safeParse(value).success).toBe(false);
});
