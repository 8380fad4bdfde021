const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** More of a name is not needed to find it, and thousands of rows may be wrong. */
const LONGEST = 100;
const cut = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST).toWellFormed()}…` : name;

/** What the server says of imports. */
export const importMessages = {
  twiceInSheet: (row: number | null) =>
    row === null
      ? "This name is in the sheet twice."
      : `Row ${row.toLocaleString("en-US")} has the same name.`,
  unknownType: (name: string) => `There is no site type called “${cut(name)}”.`,
  unknownWarehouse: (name: string) => `There is no warehouse called “${cut(name)}”.`,
  inactiveWarehouse: (name: string) => `The warehouse “${cut(name)}” is no longer active.`,
  unknownNode: (name: string) => `There is no node called “${cut(name)}”.`,
  severalNodes: (name: string) => `There are several nodes called “${cut(name)}”.`,
  shopUserStays: "The shop username of a site that exists is changed on the page of the site.",
  noFile: "You need to select a file",
  notCsv: "This is not a CSV file. Save the spreadsheet as CSV and choose that file.",
  tooManyRows: (most: number) =>
    `This file has more than ${most.toLocaleString("en-US")} rows. Split it into several files.`,
  tooManyNames: (most: number) =>
    `This file names more than ${most.toLocaleString("en-US")} users and sites. Split it into several files.`,
  noColumn: (header: string) => `This file has no column called “${header}”.`,
  unknownColumn: (header: string, known: readonly string[]) =>
    `The column “${cut(header)}” is not known. The columns are ${known.join(", ")}.`,
  unnamedColumn: "A column without a name has values. Name it, or delete it.",
  rowsWrong: (rows: number) => `${counted(rows, "row has", "rows have")} errors. Nothing was imported.`,
  nodeExists: (name: string) => `There is already a node called “${cut(name)}”.`,
  unknownGroup: (name: string) => `There is no group called “${cut(name)}”.`,
  unknownUser: (name: string) => `There is no user called “${cut(name)}”.`,
  unknownSite: (name: string) => `There is no site called “${cut(name)}”.`,
  severalSites: (name: string) => `Several sites are called “${cut(name)}”.`,
  placed: (name: string) => `“${cut(name)}” is at another node already.`,
  placedInRow: (name: string, row: number) => `Row ${row.toLocaleString("en-US")} has “${cut(name)}”, too.`,
  rootExists: (name: string) => `The root of this company is “${cut(name)}”: name the parent of this node.`,
  rootInRow: (row: number) =>
    `Row ${row.toLocaleString("en-US")} is the root already: name the parent of this node.`,
  cycle: (names: readonly string[]) => `This node would be above itself: ${names.map(cut).join(" → ")}.`,
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
  unknownRole: (name: string) => `There is no role called “${cut(name)}”.`,
  unknownOwner: (name: string) => `There is no user with the username or e-mail address “${cut(name)}”.`,
  severalRecords: (name: string) => `“${cut(name)}” is the name of several.`,
  unknownWord: (known: readonly string[]) =>
    `This must be ${known.join(", ").replace(/, ([^,]*)$/, " or $1")}.`,
  goneBudget: "This budget was deleted meanwhile. Save the row again to create it.",
  budgetGone: (name: string) => `Budget ${name} was deleted.`,
  budgetChanged: (name: string) => `Budget ${name} was changed since.`,
  budgetReason: (name: string, reason: string) => `Budget ${name}: ${reason}`,
  moreReasons: (count: number) => `${counted(count, "more reason", "more reasons")}.`,
} as const;
