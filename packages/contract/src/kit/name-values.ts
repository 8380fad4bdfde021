const QUOTED = /^"(.+)"$/s;

/** The value of a filter by names that matches exactly this name. */
export const quoted = (name: string): string => `"${name}"`;

/** The whole name that a value means; undefined if it means every name that contains it. */
export const wholeName = (value: string): string | undefined => QUOTED.exec(value)?.[1];
