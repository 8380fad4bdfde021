import { text } from "../kit/text.ts";

const ADDRESS_MAX = 2_000;

interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}
/** Available in browsers and Node; the contract is compiled for both. */
declare const URL: { parse(value: string): Address | null };

const parsed = (value: string): Address | undefined => {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return undefined;
  return url.username || url.password ? undefined : url;
};

/** Only http or https: the addresses a page may link to or show. */
export const WebAddress = text(ADDRESS_MAX).refine(
  (value) => parsed(value) !== undefined,
  "This must be an address that starts with http:// or https://.",
);
