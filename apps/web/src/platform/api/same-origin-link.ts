/**
 * A signed link on the origin of the page. Every host of the product serves every link, and the content security policy
 * allows no other origin.
 */
export const sameOriginLink = (link: string, query: Readonly<Record<string, string>> = {}): URL => {
  const { pathname, search } = new URL(link, location.href);
  const address = new URL(pathname + search, location.href);
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
  return address;
};
