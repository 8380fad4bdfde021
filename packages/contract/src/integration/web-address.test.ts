import { expect, test } from "vitest";
import { PublicAddress, WebAddress } from "./web-address.ts";

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://example.com",
  "//example.com",
  "example.com",
  "http://",
  "https://user:secret@example.com/",
  "",
])("%s is no web address", (value) => {
  expect(WebAddress.safeParse(value).success).toBe(false);
});

test.each([
  "http://localhost:3000/",
  "http://127.0.0.1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://017700000001/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://0.0.0.0/",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://[2002:7f00:1::]/",
  "http://printer/",
  "http://db.internal/",
  "http://files.local./",
])("%s is a web address but no public one", (value) => {
  expect(WebAddress.safeParse(value).success).toBe(true);
  expect(PublicAddress.safeParse(value).success).toBe(false);
});

test.each(["https://hooks.example.com/mcc?x=1", "http://93.184.216.34/", "https://[2606:2800:220:1::1]/"])(
  "%s is a public address",
  (value) => {
    expect(PublicAddress.parse(value)).toBe(value);
  },
);
