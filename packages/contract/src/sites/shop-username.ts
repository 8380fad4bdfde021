import { TEXT_MAX } from "../kit/text.ts";

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The username that is proposed for the shop user of a site: the prefix, a hyphen and the capitalized words of the
 * name, with the site type in front unless the name contains it.
 */
export const shopUsername = (prefix: string, { name, type }: { name: string; type: string }): string => {
  const words = name.toLowerCase().includes(type.toLowerCase()) ? name : `${type} ${name}`;
  return `${prefix}-${words.trim().split(/\s+/).map(capitalized).join("")}`.slice(0, TEXT_MAX);
};

/** Whether a shop username begins with the prefix; without a prefix there is nothing to begin with. */
export const hasPrefix = (username: string, prefix: string): boolean =>
  prefix === "" || username.toLowerCase().startsWith(`${prefix}-`.toLowerCase());
