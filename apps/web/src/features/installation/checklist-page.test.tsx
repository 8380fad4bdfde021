import { person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { click, eventually, find, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ChecklistPage } from "./checklist-page.tsx";

const operator = person({ is_mcc_admin: true, company: null });

test("each part is tested, says what is wrong, and can be tested again (OPER-005 partly)", async () => {
  let mailWorks = false;
  renderPage(ChecklistPage, operator, ({ method, url }) => {
    const item = url.pathname.split("/").at(-2);
    if (item === "mail" && method === "POST") return { state: "ok", found: "Accepted.", advice: null };
    if (item === "mail" && !mailWorks) {
      return { state: "failed", found: "The mail server is down.", advice: "Check SMTP_URL." };
    }
    if (item === "jobs") return undefined;
    return { state: "ok", found: `${item} works.`, advice: null };
  });
  const item = (name: string) => texts("li").find((text) => text?.startsWith(name)) ?? "";
  await eventually(() =>
    expect(item("E-mail")).toContain("Does not workThe mail server is down.Check SMTP_URL."),
  );
  await eventually(() => expect(item("Storage of documents")).toContain("Worksstorage works."));
  expect(item("Public address")).toContain("public-address works.");
  await eventually(() => expect(item("Background jobs")).toContain("This could not be tested."));
  expect(item("First company")).toContain("first-company works.");
  mailWorks = true;
  find("li button")?.click();
  await eventually(() => expect(item("E-mail")).toContain("mail works."));
  await click("Send me a test e-mail");
  await eventually(() => expect(item("E-mail")).toContain("Accepted."));
});
