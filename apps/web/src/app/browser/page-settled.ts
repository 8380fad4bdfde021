import type { AnyRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { queryClient } from "../../platform/api/query-client.ts";

/** For browsers without `requestIdleCallback`. */
const SOON_MS = 200;
const whenIdle: (run: () => void) => void =
  "requestIdleCallback" in window ? (run) => requestIdleCallback(run) : (run) => setTimeout(run, SOON_MS);

/** True once the page is rendered and its data is loaded: the time to load what may be needed next. */
export const usePageSettled = (router: AnyRouter): boolean => {
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    let isDrawn = false;
    const isQuiet = () => isDrawn && queryClient.isFetching() === 0;
    const look = () => isQuiet() && whenIdle(() => isQuiet() && end());
    const stopRouter = router.subscribe("onRendered", () => {
      isDrawn = true;
      look();
    });
    const stopQueries = queryClient.getQueryCache().subscribe(look);
    const stop = () => {
      isDrawn = false;
      stopRouter();
      stopQueries();
    };
    const end = () => {
      stop();
      setAtRest(true);
    };
    return stop;
  }, [router]);
  return atRest;
};
