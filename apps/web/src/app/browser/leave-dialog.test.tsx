import { type AnyRouter, createMemoryHistory } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { getGlobals, openModal } from "../../platform/state/globals.ts";
import { eventually } from "../../testing/page-events.ts";
import { useLeaveDialog } from "./leave-dialog.ts";

const isOpen = () => getGlobals().modal.content !== null;

const Page = ({ router }: { router: AnyRouter }) => {
  useLeaveDialog(router);
  return null;
};

test("Back closes the dialog of the page that is left, but not one that is at work, nor one of the next page", async () => {
  const history = createMemoryHistory({ initialEntries: ["/orders", "/sites", "/sites?page=2", "/users"] });
  const root = createRoot(document.createElement("div"));
  root.render(<Page router={{ history } as unknown as AnyRouter} />);
  await eventually(() => expect(history.subscribers.size).toBe(1));

  openModal({ content: "New user", locked: true });
  history.back();
  expect(isOpen()).toBe(true);
  openModal({ content: "Filter" });
  history.back(); // the same page with other filters
  expect(isOpen()).toBe(true);
  history.back();
  expect(isOpen()).toBe(false);

  openModal({ content: "Order created" });
  history.push("/orders/1");
  expect(isOpen()).toBe(true);
  root.unmount();
  expect(history.subscribers.size).toBe(0);
});
