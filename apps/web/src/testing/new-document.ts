import { afterAll, vi } from "vitest";
import { resetState } from "../platform/state/reset-state.ts";
import { clearToasts, setWidth } from "./page-events.ts";

/** The files of a worker share their document: each finds it as a browser opens one. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  setWidth(1024);
  clearToasts();
  resetState();
});
