/** What the server says of a security policy that would lock somebody out. */
export const securityMessages = {
  outside: (address: string) =>
    `Your own address (${address}) is not in these networks. You would lock yourself out.`,
  notAdmins: "These must be company admins of your company.",
  noConnection: "Set up single sign-on first, and switch it on.",
  byPassword:
    "You signed in with a password. Sign in with single sign-on first, or be an emergency admin: you would lock yourself out.",
} as const;
