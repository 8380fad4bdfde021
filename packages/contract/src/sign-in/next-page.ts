const NEXT = "next";

interface Address {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: { get(name: string): string | null };
}
/** Available in browsers and Node; the contract is compiled for both. */
declare const URL: { parse(value: string, base?: string): Address | null };

/** The login page, which opens the page of the portal once the user is signed in; at once if they are already. */
export const loginPathFor = (page: string): string => `/?${NEXT}=${encodeURIComponent(page)}`;

/**
 * The page that such an address names. Anyone can write an address, so that only a path of the portal itself is taken:
 * not `//host` or `/\host`, and nothing that browsers read as one of them.
 */
export const pageAfterLogin = (address: string): string | undefined => {
  const at = URL.parse(address);
  const next = at?.pathname === "/" ? at.searchParams.get(NEXT) : null;
  if (!at || !next || !/^\/(?![/\\])/.test(next)) return undefined;
  const page = URL.parse(next, at.origin);
  if (page?.origin !== at.origin || page.pathname.startsWith("//")) return undefined;
  return page.pathname + page.search + page.hash;
};
