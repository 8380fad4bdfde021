import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { useIsMutating, useMutation } from "@tanstack/react-query";
import { queryClient } from "../../platform/api/query-client.ts";
import { downloadDocument } from "./download-documents.tsx";

/** The download of a document. It runs once at a time, whether started in the row or in the preview. */
export const useDownload = (document: DocumentRow) => {
  const mutationKey = ["document-download", document.id];
  const busy = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => downloadDocument(document),
    networkMode: "always", // without a network it fails immediately, and a toast says so
  });
  const start = () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
  return { busy, start };
};
