import { notificationsStore } from "@mantine/notifications";
import { vi } from "vitest";

/** Waits until an expectation holds. */
export const eventually = <T>(expectation: () => T): Promise<T> =>
  vi.waitFor(expectation, { timeout: 120_000, interval: 20 });

/** React draws the result of an event before the next task. */
const dispatch = async (target: Element, event: Event): Promise<void> => {
  target.dispatchEvent(event);
  await new Promise((resolve) => setTimeout(resolve));
};
const BUBBLES = { bubbles: true, cancelable: true };

/** Presses a key on what has the focus. */
export const press = (key: string, target: Element = document.activeElement ?? document.body) =>
  dispatch(target, new KeyboardEvent("keydown", { key, ...BUBBLES }));

export const hover = (element: Element) => dispatch(element, new MouseEvent("mouseover", BUBBLES));

export const find = <E extends Element = HTMLElement>(selector: string) =>
  document.querySelector<E>(selector);
export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
export const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);

/** A button or a link by its name. */
export const control = (name: string) =>
  all("button, a").find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);

export const click = (name: string) => {
  const found = control(name);
  if (!found) throw new Error(`There is no ${name}.`);
  return dispatch(found, new MouseEvent("click", BUBBLES));
};

/** Opens the menu of a record's row, and answers its entries. */
export const openRowMenu = async (about: string): Promise<string[]> => {
  await click(`More actions ${about}`);
  return eventually(() => {
    const entries = all("[role=menuitem]").map((entry) => entry.getAttribute("aria-label") ?? "");
    if (entries.length === 0) throw new Error(`The menu of ${about} is empty.`);
    return entries;
  });
};

/** Chooses an entry in the menu of a record's row, such as "Delete" of "Site 1". */
export const chooseRowAction = async (action: string, about: string): Promise<void> => {
  await openRowMenu(about);
  await click(`${action} ${about}`);
};

/** An input by its label. */
export const field = (label: string) => {
  const found = all("label").find(({ textContent }) => textContent?.replace(/ \*$/, "") === label);
  const input = document.getElementById(found?.getAttribute("for") ?? "");
  if (!input) throw new Error(`There is no field ${label}.`);
  return input as HTMLInputElement;
};

/** Types a text into a field, and stays there. */
export const typeInto = async (label: string, text: string): Promise<void> => {
  const input = field(label);
  input.focus();
  const { prototype } = input.matches("textarea") ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, text);
  await dispatch(input, new Event("input", BUBBLES));
};

/** Types a text into a field, and leaves it. */
export const fill = async (label: string, text: string): Promise<void> => {
  await typeInto(label, text);
  field(label).blur();
  await new Promise((resolve) => setTimeout(resolve));
};

/** The options of a select, while it is open. */
export const optionsOf = (label: string) => {
  const list = field(label).getAttribute("aria-controls");
  return all("[role=option]").filter((option) => option.closest("[role=listbox]")?.id === list);
};

/** Chooses an option of a select. */
export const choose = async (label: string, option: string): Promise<void> => {
  await dispatch(field(label), new MouseEvent("click", BUBBLES));
  const found = await eventually(() => {
    const one = optionsOf(label).find(({ textContent }) => textContent === option);
    if (!one) throw new Error(`There is no option ${option} of ${label}.`);
    return one;
  });
  await dispatch(found, new MouseEvent("click", BUBBLES));
};

/** What the toasts say, the newest last. */
export const toasts = () =>
  notificationsStore.getState().notifications.map(({ title, message }) => String(title ?? message));

export const clearToasts = () =>
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });

export const setWidth = (width: number): void =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number; height: number }) => void } }
  ).happyDOM.setViewport({ width, height: 800 });
