/** Texts about views that are shown before their panel is loaded. */
export const viewTexts = {
  builtIn: { all: "All columns", essentials: "Essentials", own: "My columns" },
  linked: "Columns of the link",
  button: (name: string, isChanged: boolean) => `View: ${name}${isChanged ? ", changed" : ""}`,
  changed: "changed",
  saveAsNew: "Save as new view",
} as const;
