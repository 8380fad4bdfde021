import { BlockList, isIP } from "node:net";

/** Addresses that are never fetched from: our own machine, our own network, and reserved ones. */
const PRIVATE_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];
/** Public address ranges that embed another address or are reserved for documentation. */
const RESERVED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Networks such as 10.0.0.0/8, or single addresses. */
export const parseNetworks = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const privateV4 = parseNetworks(PRIVATE_V4);
const reservedV6 = parseNetworks(RESERVED_V6);
const publicV6 = parseNetworks(["2000::/3"]);

/** A v4 address inside a v6 one is checked as v4. */
const V4_IN_V6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
export const unmapped = (address: string): string => V4_IN_V6.exec(address)?.[1] ?? address;

export const isPublicAddress = (given: string): boolean => {
  const address = unmapped(given);
  if (isIP(address) === 4) return !privateV4.check(address, "ipv4");
  return isIP(address) === 6 && publicV6.check(address, "ipv6") && !reservedV6.check(address, "ipv6");
};

export const isInNetworks = (networks: BlockList, address: string): boolean =>
  networks.check(address, familyOf(address));

/** The counting key of an address: an IPv6 customer has a whole /64 and can call from any address of it. */
export const networkOf = (given: string): string => {
  const address = unmapped(given).replace(/%.*/, "");
  if (isIP(address) !== 6) return address;
  const [left = "", right] = address.toLowerCase().split("::");
  const parts = left === "" ? [] : left.split(":");
  const after = right ? right.split(":") : [];
  const missing = right === undefined ? 0 : 8 - parts.length - after.length - (address.includes(".") ? 1 : 0);
  const whole = [...parts, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...after];
  const first = whole.slice(0, 4).map((part) => Number.parseInt(part, 16).toString(16));
  return `${first.join(":")}::/64`;
};

/** The neighborhood of an address, which a device keeps when it gets another address. */
export const deviceNetworkOf = (given: string): string => {
  const address = unmapped(given);
  return isIP(address) === 4 ? `${address.split(".").slice(0, 3).join(".")}.0/24` : networkOf(address);
};

const loopback = parseNetworks(["127.0.0.0/8", "::1"]);

export const isLoopback = (given: string): boolean => {
  const address = unmapped(given);
  return isIP(address) !== 0 && isInNetworks(loopback, address);
};

/** A name or an address that leads to this very machine and no other. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:.+\.)?localhost$/.test(host) || isLoopback(host.replace(/^\[(.*)\]$/, "$1"));
