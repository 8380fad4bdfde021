import { person } from "@mcc/contract/testing/people.ts";
import { useState } from "react";
import { expect, test } from "vitest";
import { click, eventually, texts } from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { FewInLine } from "./first-few.tsx";

const Page = () => {
  const [names, setNames] = useState(["Kim Twin", "Kim Twin"]);
  return (
    <>
      <FewInLine names={names} count={names.length} noun="users" of="Yard 4" inAll onMore={() => {}} />
      <button type="button" onClick={() => setNames(["Olive Reed"])}>
        Next
      </button>
    </>
  );
};

test("two people of one name are both shown, and both go when somebody else comes", async () => {
  renderPage(Page, person(), () => undefined);
  await eventually(() => expect(texts("bdi")).toEqual(["Kim Twin", "Kim Twin"]));
  await click("Next");
  expect(texts("bdi")).toEqual(["Olive Reed"]);
});
