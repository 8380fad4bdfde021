import type { AnyRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusHeading } from "../platform/heading.ts";

/** After a change of page the focus stands on its heading, so that a screen reader says where one is. */
export const useHeadingFocus = (router: AnyRouter): void =>
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading();
      }),
    [router],
  );
