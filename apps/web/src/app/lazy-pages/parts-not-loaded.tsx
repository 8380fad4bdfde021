import { Button } from "@mantine/core";
import { notifyManager, onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { queryClient } from "../../platform/api/query-client.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { shellTexts as says } from "../shell.texts.ts";
import { serverResponds } from "./page-reload.ts";
import classes from "./parts-not-loaded.module.css";

const cache = queryClient.getQueryCache();

/** Without a connection, queries are paused: what is on the screen waits for data that it never had. */
const isWaiting = (): boolean =>
  !onlineManager.isOnline() &&
  cache
    .getAll()
    .some(
      (query) => query.state.data === undefined && query.state.fetchStatus === "paused" && query.isActive(),
    );

const subscribe = (onChange: () => void) => {
  const changed = notifyManager.batchCalls(onChange);
  const stops = [cache.subscribe(changed), onlineManager.subscribe(changed)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The browser may be wrong about the connection; then the paused queries go on. */
const tryAgain = async () => {
  if (await serverResponds()) onlineManager.setOnline(true);
};

/** Says above a page that some of it is not loaded and there is no connection to load it. */
export const PartsNotLoaded = () => (
  <div role="status">
    {useSyncExternalStore(subscribe, isWaiting) && (
      <div className={classes.notice}>
        <span>{says.partsNotLoaded}</span>
        <Button variant="default" size="compact-sm" onClick={() => void tryAgain()}>
          {listTexts.tryAgain}
        </Button>
      </div>
    )}
  </div>
);
