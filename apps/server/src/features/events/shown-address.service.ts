/** Where events are sent, for the audit and for e-mails: the query of an address can hold a secret. */
export const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/** Whether two addresses that are shown alike differ. */
export const isOtherQuery = (one: string, other: string): boolean =>
  one !== other && withoutQuery(one) === withoutQuery(other);
