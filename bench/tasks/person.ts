import { randomUUID } from "node:crypto";
import { expect as baseExpect, type Locator, type Page } from "@playwright/test";

/** A busy machine takes its time. */
export const PATIENCE = 30_000;
export const expect = baseExpect.configure({ timeout: PATIENCE });

/** So that the program can run again on the same demo. */
const RUN = randomUUID().slice(0, 4);
export const tagOf = (width: Width): string => `${RUN}-${width}`;

export const WIDTHS = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const;
export type Width = keyof typeof WIDTHS;

export interface Counts {
  /** Clicks, taps, and keys that do what a button would do. */
  readonly presses: number;
  /** Texts typed into a field, with the press that puts the cursor there. */
  readonly texts: number;
}

/** Somebody who signs in at the start of a task, and whose presses and texts are counted from then on. */
export const personAt = (page: Page, width: Width) => {
  let counts: Counts = { presses: 0, texts: 0 };
  const pressed = () => {
    counts = { ...counts, presses: counts.presses + 1 };
  };
  const press = async (target: Locator): Promise<void> => {
    await target.click();
    pressed();
  };
  return {
    page,
    width,
    isPhone: width === 390,
    /** In the names of what is created. */
    tag: tagOf(width),
    counts: () => counts,
    press,
    key: async (name: string): Promise<void> => {
      await page.keyboard.press(name);
      pressed();
    },
    type: async (target: Locator, text: string): Promise<void> => {
      await target.fill(text);
      counts = { ...counts, texts: counts.texts + 1 };
    },
    /** The button of the page and the file in the window of the system: two presses. */
    choose: async (button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const opened = page.waitForEvent("filechooser");
      await press(button);
      await (await opened).setFiles(file);
      pressed();
    },
    /** Chooses one option of a field that opens a list. */
    pick: async (field: Locator, option: string | RegExp): Promise<void> => {
      await press(field);
      await press(page.getByRole("option", { name: option }).first());
    },
    /** Finds one option by typing. */
    find: async (field: Locator, text: string, option: string | RegExp): Promise<void> => {
      await field.fill(text);
      counts = { ...counts, texts: counts.texts + 1 };
      await press(page.getByRole("option", { name: option }).first());
    },
    /** By the sidebar, which a phone opens first. */
    goTo: async (name: string | RegExp): Promise<void> => {
      if (width === 390) await press(page.getByRole("button", { name: "Open sidebar" }));
      await press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }));
    },
  };
};

export type Person = ReturnType<typeof personAt>;

export interface Task {
  readonly name: string;
  /** What the issue counted before. */
  readonly before: string;
  /** Who does it; without one, the task begins in an e-mail. */
  readonly as?: string | ((width: Width) => string);
  readonly run: (person: Person) => Promise<void>;
}
