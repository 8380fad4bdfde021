/** What the server says of erasing a person. */
export const erasureMessages = {
  wrongName: (name: string) => `Type the name as it is shown: ${name}.`,
} as const;
