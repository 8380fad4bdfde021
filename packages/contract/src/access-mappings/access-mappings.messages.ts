/** What the server says of what groups give. */
export const mappingMessages = {
  givesNothing: "Choose what this gives: a role, a node or sites, or company admin.",
} as const;
