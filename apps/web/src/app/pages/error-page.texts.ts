/** A file of its own: the login page loads it. */
export const errorTexts = {
  section: "Error",
  reload: "Reload the page",
  unreachable: "There is no connection.",
} as const;
