const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** What the server says of imports. */
export const importMessages = {
  twiceInSheet: (row: number | null) =>
    row === null
      ? "This name is in the sheet twice."
      : `Row ${row.toLocaleString("en-US")} has the same name.`,
  unknownType: (name: string) => `There is no site type called “${name}”.`,
  unknownWarehouse: (name: string) => `There is no warehouse called “${name}”.`,
  unknownNode: (name: string) => `There is no node called “${name}”.`,
  severalNodes: (name: string) => `There are several nodes called “${name}”.`,
  shopUserStays: "The shop username of a site that exists is changed on the page of the site.",
  siteGone: (name: string) => `Site ${name} was deleted.`,
  siteChanged: (name: string) => `Site ${name} was changed since.`,
  siteNameTaken: (name: string) => `Another site has the name that site ${name} had before.`,
  siteLost: (name: string) => `The type, warehouse or node that site ${name} had before no longer exists.`,
  siteHasOrders: (name: string, count: number) => `Site ${name} has ${counted(count, "order", "orders")}.`,
  siteHasDocuments: (name: string, count: number) =>
    `Site ${name} has ${counted(count, "document", "documents")}.`,
  siteHasRules: (name: string) => `Site ${name} is part of an approval rule.`,
  siteHasPolicies: (name: string) => `Site ${name} is part of a policy.`,
  siteHasUsers: (name: string) => `Other users were assigned to site ${name} since.`,
  moreReasons: (count: number) => `${counted(count, "more reason", "more reasons")}.`,
} as const;
