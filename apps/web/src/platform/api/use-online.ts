import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const isOnline = (): boolean => onlineManager.isOnline();

/** Whether there is a network. Without one, queries are paused. */
export const useOnline = (): boolean => useSyncExternalStore(onlineManager.subscribe, isOnline);
