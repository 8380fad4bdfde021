/** What the server says of site types, to the letter where the specification has it (2 §5 and §8). */
export const siteTypeMessages = {
  nameRequired: "Name field is required",
  nameTaken: "There is already a site type with this name.",
  deleted: "Site type deleted correctly",
  inUse: (sites: number) =>
    sites === 1
      ? "1 site has this type: give it another one first."
      : `${sites.toLocaleString("en-US")} sites have this type: give them another one first.`,
} as const;
