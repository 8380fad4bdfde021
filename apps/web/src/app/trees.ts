import { lazy } from "react";

const trees = {
  "signed-in": () => import("./signed-in.tsx").then(({ SignedIn }) => ({ default: SignedIn })),
  "signed-out": () => import("./signed-out.tsx").then(({ SignedOut }) => ({ default: SignedOut })),
};

/** The two halves of the product, each loaded only by those who see it. */
export const fetchTree = (name: keyof typeof trees): Promise<unknown> => trees[name]();

export const SignedIn = lazy(trees["signed-in"]);
export const SignedOut = lazy(trees["signed-out"]);
