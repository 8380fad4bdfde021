/** What the server and the form say of addresses, to the letter where the specification has it (2 §5). */
export const addressMessages = {
  nameRequired: "Name field is required",
  streetRequired: "Street field is required",
  cityRequired: "City field is required",
  countryRequired: "Country field is required",
  countryUnknown: "This is not the code of a country.",
  emailWrong: "Incorrect email format",
  regionUnknown: "This is not a region of the country.",
  regionLong: (max: number) => `This can't be longer than ${max} characters.`,
  onlyDefault: "This must be true: the company has one address, where invoices go to.",
} as const;
