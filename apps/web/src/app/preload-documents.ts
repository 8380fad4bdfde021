import { can } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { z } from "zod";
import { reading } from "../platform/api.ts";
import { queryClient } from "../platform/query-client.ts";
import { state } from "../platform/state.ts";

/** Only the address matters here; the documents room states the whole endpoint. */
const documentList = endpoint({
  method: "GET",
  path: "/documents/",
  summary: "Documents, newest first",
  allow: "company:member",
  query: z.object({ ordering: z.string() }),
  reply: z.unknown(),
});

/** So that the repository opens at once. It is a convenience: when it fails, the page itself asks again. */
export const preloadDocuments = async (who: Session, pathname: string): Promise<void> => {
  if (pathname.startsWith("/documents") || !can(who, "company:member")) return;
  if (!state.documents.preload.get()) return;
  state.documents.preload.set(false);
  await queryClient.prefetchQuery(reading(documentList, { query: { ordering: "-order_date" } }));
};
