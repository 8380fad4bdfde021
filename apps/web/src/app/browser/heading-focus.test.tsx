import type { AnyRouter } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { eventually, find } from "../../testing/page-events.ts";
import { useHeadingFocus } from "./heading-focus.ts";

/** A router that has rendered another page whenever `rendered` is called. */
const routerOf = () => {
  let tell = (_: object): void => {};
  const router = {
    history: { subscribe: () => () => {} },
    subscribe: (_: string, listener: (event: object) => void) => {
      tell = listener;
      return () => {};
    },
  } as unknown as AnyRouter;
  return { router, rendered: () => tell({ fromLocation: { publicHref: "/orders" }, pathChanged: true }) };
};

const Page = ({ router }: { router: AnyRouter }) => {
  useHeadingFocus(router);
  return (
    <main>
      <h1 tabIndex={-1} data-page-heading>
        Sites
      </h1>
      <input />
    </main>
  );
};

test("after navigation the heading gets the focus, unless the user is in a field of the new page already", async () => {
  const { router, rendered } = routerOf();
  document.body.replaceChildren(document.createElement("div"));
  const root = createRoot(document.body.firstElementChild as HTMLElement);
  root.render(<Page router={router} />);
  await eventually(() => {
    rendered();
    expect(document.activeElement).toBe(find("h1"));
  });
  find("input")?.focus();
  rendered();
  expect(document.activeElement).toBe(find("input"));
  root.unmount();
});
