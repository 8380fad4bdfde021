/** What the server says of what analytics are asked for. */
export const analyticsMessages = {
  notYourUsername: "This must be your own ecommerce username.",
} as const;
