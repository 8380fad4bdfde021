import { expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";

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
