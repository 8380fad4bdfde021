/** What a list says of its views before anybody opens them. */
export const viewTexts = {
  builtIn: { all: "All columns", essentials: "Essentials", own: "My columns" },
  linked: "Columns of the link",
  button: (name: string, isChanged: boolean) => `View: ${name}${isChanged ? ", changed" : ""}`,
  changed: "changed",
} as const;
