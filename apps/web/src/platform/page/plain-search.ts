/** Search params are plain text (`?search=rig&page=2`), not the router's JSON. */
export const plainSearch = {
  parseSearch: (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (values: Record<string, unknown>): string => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
    const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return search && `?${search}`;
  },
};
