/** What the server and the forms say of users, to the letter where the specification has it (2 §5 and §8). */
export const userMessages = {
  usernameRequired: "Username field is required",
  usernameTaken: "A user with this username already exists.",
  usernameCharacters: "A username can't contain @.",
  usernamePrefix: (prefix: string): string => `Username prefix should start with "${prefix}-"`,
  firstNameRequired: "First Name field is required",
  lastNameRequired: "Last Name field is required",
  passwordRequired: "Password field is required",
  emailRequired: "Email field is required",
  emailFormat: "Incorrect email format",
  emailTaken: "A user with this email already exists.",
  nodeRequired: "Node field is required",
  noHierarchy: "This company has no hierarchy, so its users have no node.",
  phoneRequired: "Phone Number is required when Enable Text Message Approvals is checked",
  phoneFormat: "Incorrect Phone Number format",
  deleted: "User deleted correctly",
  sitesAssigned: "Sites assigned succesfully",
} as const;
