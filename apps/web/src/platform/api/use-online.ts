import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

export const OFFLINE = "You're offline. We'll reconnect automatically.";

const isOnline = (): boolean => onlineManager.isOnline();

/** Whether there is a network. Without one, queries are paused. */
export const useOnline = (): boolean => useSyncExternalStore(onlineManager.subscribe, isOnline);
