import { expect, test } from "vitest";
import { isPublicAddress, networkOf } from "./ip-addresses.ts";

test.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["172.32.0.1", true],
  ["::ffff:8.8.8.8", true],
  ["172.15.0.1", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["::ffff:10.0.0.1", false],
  ["64:ff9b::a00:1", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["2002:a00:1::", false],
  ["2001:db8::1", false],
  ["ff02::1", false],
  ["172.31.255.255", false],
  ["192.168.0.1", false],
  ["2002:7f00:1::", false],
  ["not an address", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("a caller at %s is counted as %s: one subscriber has a whole /64", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
