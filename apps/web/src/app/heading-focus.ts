import type { AnyRouter, RouterHistory } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusHeading } from "../platform/page/focus-heading.ts";

/** The row of a list that leads to a page. */
const rowTo = (pathname: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("tbody > tr[tabindex]")].find((row) =>
    [...row.querySelectorAll("a")].some((link) => link.pathname === pathname),
  );

/**
 * After a change of page the focus stands on its heading, so that a screen reader says where one is; after a step back
 * to a list, on the row one comes from.
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
