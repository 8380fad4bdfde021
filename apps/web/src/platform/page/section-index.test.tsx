import { person } from "@mcc/contract/testing/people.ts";
import { flushSync } from "react-dom";
import { expect, test, vi } from "vitest";
import { click, eventually, find, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { SectionIndex } from "./section-index.tsx";

const SECTIONS = ["Theme", "Usage", "Closing"].map((label) => ({
  ...{ id: label.toLowerCase(), label },
  content: <p>{label} of Acme</p>,
}));
const Page = () => <SectionIndex label="Sections of Acme" sections={SECTIONS} />;

/** Without a layout nothing is seen: a test says which section is in the upper part of the window. */
let tell: (entries: object[]) => void = () => {};
const atTop = (id: string) =>
  flushSync(() =>
    tell(SECTIONS.map((section) => ({ target: { id: section.id }, isIntersecting: section.id === id }))),
  );
const open = async (width: number): Promise<void> => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: typeof tell) {
        tell = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  setWidth(width);
  renderPage(Page, person(), () => undefined);
  await eventually(() => find("nav") ?? expect.fail());
};

const focused = () => [
  document.activeElement?.getAttribute("role"),
  document.activeElement?.getAttribute("aria-label"),
];

test("of a wide page the section that was chosen stays the current one until the user scrolls", async () => {
  await open(1440);
  const current = () => texts("nav [aria-current]");
  expect(current()).toEqual(["Theme"]);
  atTop("usage");
  expect(current()).toEqual(["Usage"]);
  await click("Closing");
  expect(focused()).toEqual(["group", "Closing"]);
  // It is too short to get to the top.
  atTop("usage");
  expect(current()).toEqual(["Closing"]);
  window.dispatchEvent(new Event("wheel"));
  atTop("theme");
  expect(current()).toEqual(["Theme"]);
});

test("on a phone the field keeps the section that was chosen", async () => {
  await open(390);
  const field = find<HTMLSelectElement>("nav select") ?? expect.fail();
  field.value = "closing";
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await eventually(() => expect(focused()).toEqual(["group", "Closing"]));
  atTop("usage");
  expect(field.value).toBe("closing");
});
