import type { SessionUser } from "@mcc/contract/access/session.ts";
import { pageAfterLogin } from "@mcc/contract/sign-in/next-page.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { useOrganizationGroups } from "../features/hierarchy/organization-groups.ts";
import { queryFor } from "../platform/api/call.ts";
import { GroupColumnsProvider } from "../platform/lists/columns/group-columns.ts";
import { useHeadingFocus } from "./browser/heading-focus.ts";
import { useLeaveDialog } from "./browser/leave-dialog.ts";
import { usePageSettled } from "./browser/page-settled.ts";
import { preloadDocuments } from "./browser/preload-documents.ts";
import { useUserInteraction } from "./browser/user-interaction.ts";
import { useLiveUpdates } from "./live-updates.ts";
import { pagesOf } from "./navigation.ts";
import { SessionFrame } from "./session-frame.tsx";
import { shellRouter } from "./shell-router.tsx";

/** A link of an e-mail leads to `/` and names a page, which takes the place of that address: Back leads before it. */
const openNamedPage = (): void => {
  const page = pageAfterLogin(location.href);
  if (page !== undefined) history.replaceState(null, "", page);
};

/** The product after sign-in. */
export const SignedIn = ({ user }: { user: SessionUser }) => {
  // Permissions may change while a tab is idle: the user is refetched when the tab gets the focus.
  useQuery(queryFor(currentUser, {}));
  const pages = pagesOf(user);
  // Rebuilt only when the permissions have changed; a page that is no longer allowed is left then.
  const rights = pages.map(({ path, section }) => section + path).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rights` says what `pages` holds
  const router = useMemo(() => {
    openNamedPage();
    return shellRouter(pages);
  }, [rights]);
  useHeadingFocus(router);
  useLeaveDialog(router);
  const atRest = usePageSettled(router);
  const touched = useUserInteraction();
  useLiveUpdates(user, router);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person who signs in
  useEffect(() => void preloadDocuments(user, location.pathname), [user.id]);
  return (
    <SessionFrame user={user} earlyDialogs={atRest && touched} earlyToasts={atRest}>
      <GroupColumnsProvider value={useOrganizationGroups}>
        <RouterProvider router={router} />
      </GroupColumnsProvider>
    </SessionFrame>
  );
};
