import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import { isInNetworks, isLoopbackHost, isPublicAddress, parseNetworks } from "../ip-addresses.ts";

/** A name that takes longer to look up is unknown. */
const LOOKUP_TIMEOUT = 2_000;

const addressesOf = async (host: string): Promise<string[]> => {
  const found = lookup(host, { all: true }).catch(() => []);
  const known = await Promise.race([found, setTimeout(LOOKUP_TIMEOUT, [], { ref: false })]);
  return known.map(({ address }) => address);
};

/**
 * What is wrong with an address that we are to send to. Without encryption, we send only into networks that the operator
 * allows. A name behind https is not looked up here: its address is checked by each connection.
 */
export const problemOf = async (
  { protocol, hostname }: URL,
  networks: readonly string[],
): Promise<"private" | "not encrypted" | undefined> => {
  const isEncrypted = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const allowed = parseNetworks(networks);
  const fixed = !isIP(host) && isLoopbackHost(host) ? "127.0.0.1" : host;
  const addresses = isIP(fixed) ? [fixed] : isEncrypted ? [] : await addressesOf(host);
  if (addresses.length > 0 && addresses.every((one) => isInNetworks(allowed, one))) return undefined;
  if (addresses.some((one) => !isPublicAddress(one))) return "private";
  return isEncrypted ? undefined : "not encrypted";
};
