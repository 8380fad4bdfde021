import type { AnyRouter, RouterHistory } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusHeading } from "../../platform/page/focus-heading.ts";

/** The table row with a link to this path. */
const rowTo = (pathname: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("tbody > tr[tabindex]")].find((row) =>
    [...row.querySelectorAll("a")].some((link) => link.pathname === pathname),
  );

/**
 * After navigation the heading gets the focus, so that a screen reader announces the page. After going back to a list,
 * the row of the page that was left gets it.
 */
export const useHeadingFocus = (router: AnyRouter): void =>
  useEffect(() => {
    let steppedBack = false;
    const history: RouterHistory = router.history;
    const stopHistory = history.subscribe(({ action }) => {
      steppedBack = action.type === "BACK" || (action.type === "GO" && action.index < 0);
    });
    const stopRouter = router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      // A dialog that was opened meanwhile, or a field of the new page, keeps the focus.
      if (document.activeElement?.closest("[aria-modal=true], main :is(input, textarea)")) return;
      const left = new URL(fromLocation.publicHref, location.href).pathname;
      const row = steppedBack ? rowTo(left) : undefined;
      if (!row) return focusHeading();
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return () => {
      stopHistory();
      stopRouter();
    };
  }, [router]);
