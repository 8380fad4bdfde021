/** The username of a new user: prefix, hyphen, first name, dot, last name, in lower case. Empty until there are all three. */
export const generatedUsername = (prefix: string, firstName: string, lastName: string): string => {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return prefix && first && last ? `${prefix}-${first}.${last}`.toLowerCase() : "";
};
