import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./print.css";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { Spinner } from "@mcc/ui/spinner.tsx";
import { Tips } from "@mcc/ui/tips.tsx";
import { Toasts } from "@mcc/ui/toasts.tsx";
import { useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { reading } from "../platform/api.ts";
import { useGlobals } from "../platform/globals.ts";
import { ModalHost } from "../platform/modal-host.tsx";
import { SessionUserProvider } from "../platform/session-user.ts";
import { useAtRest } from "./at-rest.ts";
import { useHeadingFocus } from "./heading-focus.ts";
import { useLive } from "./live.ts";
import { pagesOf } from "./navigation.ts";
import { preloadDocuments } from "./preload-documents.ts";
import { shellRouter } from "./shell-router.tsx";
import { useTouched } from "./touched.ts";

/** Everything somebody signed in may see. */
export const SignedIn = ({ user }: { user: SessionUser }) => {
  const spinner = useGlobals((globals) => globals.spinner);
  // Rights may change while a tab lies idle: whoever comes back to it is looked up again.
  useQuery(reading(currentUser, {}));
  const pages = pagesOf(user);
  // Rebuilt only when the rights themselves changed, which also leaves a page that is no longer allowed.
  const rights = pages.map(({ path, section }) => section + path).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rights` says what `pages` holds
  const router = useMemo(() => shellRouter(pages), [rights]);
  useHeadingFocus(router);
  const atRest = useAtRest(router);
  const touched = useTouched();
  useLive(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person who signs in
  useEffect(() => void preloadDocuments(user, location.pathname), [user.id]);
  return (
    <SessionUserProvider value={user}>
      <RouterProvider router={router} />
      <ModalHost early={atRest && touched} />
      <Toasts early={atRest} />
      <Tips />
      {spinner && <Spinner />}
    </SessionUserProvider>
  );
};
