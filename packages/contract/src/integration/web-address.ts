import { text } from "../kit/text.ts";

const ADDRESS_MAX = 2_000;

/** Nothing that could end the place an address is put into: a header, an attribute, a line. */
const UNSAFE = /[\s\p{Cc}\p{Z}"<>\\`]/u;

interface ParsedAddress {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}
/** Available in browsers and Node; the contract is compiled for both. */
declare const URL: { parse(value: string): ParsedAddress | null };

const parsed = (value: string): ParsedAddress | undefined => {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : undefined;
};

const hasCredentials = (value: string): boolean => {
  const url = parsed(value);
  return Boolean(url?.username || url?.password);
};

/** As the browser reads it; an empty path and the braces of a template stay as given. */
const normal = (value: string): string => {
  const address = parsed(value)?.href.replaceAll("'", "%27");
  if (address === undefined || address === `${value}/`) return value;
  return value.includes("{") ? address.replaceAll("%7B", "{").replaceAll("%7D", "}") : address;
};

const isSafe = (value: string): boolean => parsed(value) === undefined || !UNSAFE.test(value);

const Address = text(ADDRESS_MAX).trim();
const asWebAddress = (address: typeof Address) =>
  address
    .refine(
      (value) => parsed(value) !== undefined,
      "This must be an address that starts with http:// or https://.",
    )
    .refine((value) => !hasCredentials(value), "This can't contain a username or a password.")
    .refine(isSafe, "This can't contain blanks, line breaks or quotes.")
    .overwrite(normal);

/** Only http or https: the addresses a page may link to or show. */
export const WebAddress = asWebAddress(Address);

/** Another system's order is not refused because of a blank in an address: it is encoded, as browsers do. */
export const SentWebAddress = asWebAddress(Address.overwrite((value) => value.replaceAll(" ", "%20")));
