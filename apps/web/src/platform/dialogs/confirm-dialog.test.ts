import { afterEach, expect, test, vi } from "vitest";
import { closeModal, getGlobals, openModal } from "../state/globals.ts";
import { resetState } from "../state/reset-state.ts";
import { confirm } from "./confirm-dialog.ts";
import { promptForText } from "./text-dialog.tsx";

afterEach(resetState);

const question = { title: "First", content: "Sure?", confirm: "Yes" };
const textQuestion = { title: "Reason", question: "Why?", label: "Reason", confirm: "Send" };

test("a confirm dialog that is replaced by another one resolves with no, and the other one stays open", async () => {
  const first = confirm(question);
  const second = confirm({ ...question, title: "Second" });
  expect(await first).toBe(false);
  expect(getGlobals().modal.title).toBe("Second");
  closeModal();
  expect(await second).toBe(false);
  expect(getGlobals().modal.content).toBeNull();
});

test("a text dialog that is replaced resolves without a text, and asks nothing", async () => {
  const answer = promptForText({ ...textQuestion, text: "half a reason" });
  openModal({ title: "News", content: "Somebody else has decided." });
  expect(await answer).toBeUndefined();
  expect(getGlobals().modal.title).toBe("News");
});

test("a dialog that was replaced does not close the one that replaced it", () => {
  const onClose = vi.fn();
  openModal({ title: "First", content: "…", onClose });
  const first = getGlobals().modal;
  openModal({ title: "Second", content: "…" });
  closeModal(first);
  expect(getGlobals().modal.title).toBe("Second");
  expect(onClose).not.toHaveBeenCalled();
});

test("an open dialog resolves with no when the session ends", async () => {
  const answer = confirm(question);
  resetState();
  expect(await answer).toBe(false);
});

test("the confirm button resolves with yes, closing the dialog with no", async () => {
  const yes = confirm(question);
  getGlobals().modal.buttons.at(-1)?.onPress?.();
  closeModal();
  expect(await yes).toBe(true);
  const no = confirm(question);
  closeModal();
  expect(await no).toBe(false);
});
