/** What stands in an address: a text for each parameter, or several where it is repeated. */
export type Search = Readonly<Record<string, string | readonly string[]>>;

/** Every parameter with each of its values; an empty one is left out. */
export const searchEntries = (values: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(values).flatMap(([key, given]) =>
    [given]
      .flat()
      .filter((value) => value !== undefined && value !== "")
      .map((value): [string, string] => [key, String(value)]),
  );

/** Search params are plain text (`?search=rig&status=Shipped&status=Delivered`), not the router's JSON. */
export const plainSearch = {
  parseSearch: (search: string): Record<string, string | string[]> => {
    const params = new URLSearchParams(search);
    return Object.fromEntries(
      [...new Set(params.keys())].map((key) => {
        const [first = "", ...more] = params.getAll(key);
        return [key, more.length === 0 ? first : [first, ...more]];
      }),
    );
  },
  stringifySearch: (values: Record<string, unknown>): string => {
    const search = new URLSearchParams(searchEntries(values)).toString();
    return search && `?${search}`;
  },
};
