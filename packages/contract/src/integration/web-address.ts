import type { z } from "zod";
import { text } from "../kit/text.ts";

const ADDRESS_MAX = 2_000;

interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}
/** Browsers and Node have it; the contract is compiled for neither alone. */
declare const URL: { parse(value: string): Address | null };

const parsed = (value: string): Address | undefined => {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return undefined;
  return url.username || url.password ? undefined : url;
};

/** http or https and nothing else: what a page may link to or show. */
export const WebAddress = text(ADDRESS_MAX).refine(
  (value) => parsed(value) !== undefined,
  "This must be an address that starts with http:// or https://.",
);

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/;
const PRIVATE_V4 =
  /^(?:0|10|127|169\.254|192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|23\d|24\d|25[0-5])\./;
/** Addresses that were handed out to the public begin with 2 or 3; those below carry a v4 address inside. */
const PUBLIC_V6 = /^\[[23]/;
const WRAPPING_V6 = /^\[(?:2002:|2001:0?:|2001:db8:)/;

/** The URL parser has already written every spelling of a number address in the usual way. */
const isPublic = ({ hostname }: Address): boolean => {
  if (hostname.startsWith("[")) return PUBLIC_V6.test(hostname) && !WRAPPING_V6.test(hostname);
  if (/^[\d.]+$/.test(hostname)) return !PRIVATE_V4.test(hostname);
  return hostname.includes(".") && !LOCAL_NAME.test(hostname);
};

/** Where the server itself sends something: a private address would let a setting reach into our own network. */
export const PublicAddress = WebAddress.refine((value) => {
  const url = parsed(value);
  return url === undefined || isPublic(url);
}, "This must be a public address.") satisfies z.ZodType<string>;
