import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { listPageQuery } from "../../platform/lists/list-page.ts";
import { readListState } from "../../platform/lists/list-state.ts";
import { state } from "../shared-state.ts";

/**
 * Preloads the first page of the document repository with the same query as its page. A failure has no effect: the page
 * loads it again.
 */
export const preloadDocuments = async (who: Session, pathname: string): Promise<void> => {
  if (pathname.startsWith("/documents") || !can(who, "company:member")) return;
  if (!state.documents.preload.get()) return;
  state.documents.preload.set(false);
  const { page } = documentList;
  await queryClient.prefetchQuery(listPageQuery(page, readListState(page.query, {}).state));
};
