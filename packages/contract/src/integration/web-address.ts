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
