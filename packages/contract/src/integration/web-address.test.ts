import { expect, test } from "vitest";
import { WebAddress } from "./web-address.ts";

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://example.com",
  "//example.com",
  "example.com",
  "http://",
  "https://user:secret@example.com/",
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
