import { lazy } from "react";
import { loadScreen } from "./lazy-pages/page-reload.ts";

const screens = {
  "signed-in": () => import("./signed-in.tsx").then(({ SignedIn }) => ({ default: SignedIn })),
  enrollment: () => import("./enrollment.tsx").then(({ Enrollment }) => ({ default: Enrollment })),
  "signed-out": () => import("./signed-out.tsx").then(({ SignedOut }) => ({ default: SignedOut })),
};

/** The product before and after sign-in, each loaded when it is shown. */
export const preloadScreen = (name: keyof typeof screens): Promise<unknown> => screens[name]();

export const SignedIn = lazy(() => loadScreen("signed-in", screens["signed-in"]));
export const Enrollment = lazy(() => loadScreen("enrollment", screens.enrollment));
export const SignedOut = lazy(() => loadScreen("signed-out", screens["signed-out"]));
