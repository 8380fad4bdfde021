/** What the server says of domains and identity providers. */
export const ssoMessages = {
  domainTaken: "Your company has this domain already.",
  wrongAddress:
    "This must be an https:// address that can be reached from here, and not in a private network.",
  wrongAddresses: "It has addresses that are not https:// addresses outside of private networks.",
  unreadable: (why: string | undefined) =>
    why ? `This could not be read: ${why}` : "This could not be read.",
} as const;
