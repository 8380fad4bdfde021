import { can } from "@mcc/contract/access/permissions.ts";
import { readPreference, savePreference } from "@mcc/contract/preferences/preferences.api.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { toast } from "../page/toast.ts";
import { useSessionUser } from "../session/session-user.ts";

/**
 * A setting of the user, stored on the server. The page shows a change at once and reverts it if the server refuses.
 */
export const usePreference = (key: string) => {
  const params = { key };
  const options = queryFor(readPreference, { params });
  const enabled = can(useSessionUser(), readPreference.allow);
  const answer = useQuery({ ...options, enabled, retry: false, staleTime: Number.POSITIVE_INFINITY });
  const { mutate } = useMutation({
    // Sent one after the other, so that the last click wins.
    scope: { id: key },
    mutationFn: (value: string[]) => call(savePreference, { params, body: { value } }),
    onMutate: (value) => {
      const before = queryClient.getQueryData(options.queryKey);
      queryClient.setQueryData(options.queryKey, { value });
      return { before };
    },
    onError: (error, _, context) => {
      queryClient.setQueryData(options.queryKey, context?.before);
      toast.failure(error);
    },
  });
  return { ready: !enabled || !answer.isPending, stored: answer.data?.value ?? null, save: mutate };
};

/** From the cache; undefined if it is not loaded. */
export const knownPreference = (key: string): readonly string[] | null | undefined =>
  queryClient.getQueryData(queryFor(readPreference, { params: { key } }).queryKey)?.value;
