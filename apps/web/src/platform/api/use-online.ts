import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const isOnline = (): boolean => onlineManager.isOnline();

/** Whether there is a network: without one, what is asked for waits. */
export const useOnline = (): boolean => useSyncExternalStore(onlineManager.subscribe, isOnline);
