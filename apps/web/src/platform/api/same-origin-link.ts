/**
 * A signed link at the page's own address. Every address of the product serves every link, and the page's policy lets
 * it fetch from no other.
 */
export const sameOriginLink = (link: string, query: Readonly<Record<string, string>> = {}): URL => {
  const { pathname, search } = new URL(link, location.href);
  const address = new URL(pathname + search, location.href);
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
  return address;
};
