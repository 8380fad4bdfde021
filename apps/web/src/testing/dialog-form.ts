import { find, texts } from "./page-events.ts";

/** The open dialog with a form, such as the one that creates a record. */
export const dialogForm = {
  title: () => find("[role=dialog] h2")?.textContent,
  errors: () => texts("[role=dialog] [id$=-error]"),
  submit: () => find<HTMLFormElement>("[role=dialog] form")?.requestSubmit(),
} as const;

/** The form of a page. */
export const pageForm = {
  labels: () => texts("form label").map((label) => label?.replace(/ \*$/, "")),
  errors: () => texts("form [id$=-error]"),
  submit: () => find<HTMLFormElement>("form")?.requestSubmit(),
} as const;
