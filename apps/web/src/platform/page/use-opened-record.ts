import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSessionUser } from "../session/session-user.ts";
import { rememberOpened } from "./opened-records.ts";

/** Remembers the record of this page as soon as its name is known. */
export const useOpenedRecord = (name: string | undefined): void => {
  const { id } = useSessionUser();
  const url = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (name && url) rememberOpened(id, { url, name });
  }, [id, url, name]);
};
