import type { AnyRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** After a change of page the focus stands on its heading, so that a screen reader says where one is. */
export const useHeadingFocus = (router: AnyRouter): void =>
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // Where the page is scrolled to is the router's business: going back returns to the same row.
        document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
      }),
    [router],
  );
