import { expect, test } from "vitest";
import {
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { type Answers, openPlatformPage } from "../../testing/platform-server.ts";
import { CompanyTheme } from "./company-theme.tsx";

const THEME = { theme_id: "acme", label: "GoAcme", accent_color: "#b45309", logo: null };
const PATH = "/mcc-admin/companies/7/theme/";

const open = async (answers: Answers = {}) => {
  const served = openPlatformPage(() => <CompanyTheme companyId={7} />, {
    [`GET ${PATH}`]: () => THEME,
    ...answers,
  });
  await eventually(() => expect(field("Accent color").value).toBe("#b45309"));
  return served;
};

const choose = async (bytes: BlobPart[], name = "logo.png") => {
  const input = find<HTMLInputElement>("input[type=file]") as HTMLInputElement;
  Object.defineProperty(input, "files", { configurable: true, value: [new File(bytes, name)] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

test("the preview shows the typed color and its contrast in light and dark, before it is saved", async () => {
  const changed = { ...THEME, label: "Acme", accent_color: "#ffff00" };
  const { sent } = await open({ [`PATCH ${PATH}`]: () => changed });
  const [light, dark] = texts("figcaption");
  // White on #b45309 has a contrast of 5.02.
  expect(light).toContain("Text on buttons 5.0 : 1");
  for (const words of [light, dark]) {
    const links = Number(/Links (\d+\.\d) : 1/.exec(words ?? "")?.[1]);
    expect(links).toBeGreaterThanOrEqual(4.5);
  }
  expect(dark).toContain("so that they can be read");
  await fill("Accent color", "#ffff00");
  // Black on yellow; as a link on white, yellow has to be darkened.
  await eventually(() => expect(texts("figcaption")[0]).toContain("Text on buttons 19.6 : 1"));
  expect(texts("figcaption")[0]).toContain("Links are shown in");
  await fill("Label", "Acme");
  await click("Save Theme");
  await eventually(() => expect(toasts()).toEqual(["Theme saved. Open pages of the company show it."]));
  expect(sent).toEqual([[`PATCH ${PATH}`, { label: "Acme", accent_color: "#ffff00" }]]);
});

test("an invalid color is not sent", async () => {
  const { sent } = await open();
  await fill("Accent color", "yellow");
  await eventually(() => expect(texts("[id$=-error]")).toEqual(["Enter a color such as #1f6feb."]));
  expect(sent).toEqual([]);
});

test("a logo is uploaded by its bytes, and the words of the server say why one is refused", async () => {
  let refuses = true;
  const { sent } = await open({
    [`PUT ${PATH}logo/`]: () =>
      refuses
        ? Response.json({ content: ["This is not a PNG, JPEG or WebP picture."] }, { status: 400 })
        : { ...THEME, logo: "/theme/company-logos/7-ab.png" },
  });
  expect(control("Delete Logo")).toBeUndefined();
  await choose(["<svg/>"]);
  await eventually(() => expect(toasts()).toEqual(["This is not a PNG, JPEG or WebP picture."]));
  refuses = false;
  clearToasts();
  await choose(["ABC"]);
  await eventually(() => expect(toasts()).toEqual(["Logo saved. Open pages of the company show it."]));
  expect(sent.map(([, body]) => body)).toEqual([{ content: btoa("<svg/>") }, { content: btoa("ABC") }]);
});

test("a logo that is too large is not sent", async () => {
  const { sent } = await open();
  await choose([new Uint8Array(500_001)]);
  await eventually(() => expect(toasts()).toEqual(["The file is too large: at most 500 kB."]));
  expect(sent).toEqual([]);
});
