import { expect, test } from "vitest";
import { networkOf } from "./callers.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:0001:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("a caller at %s is counted as %s: one subscriber has a whole /64", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
