import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

const RETRIES = 2;
const FRESH_MS = 30_000;

/** A refused request gets the same response again, so it is not retried. */
const worthRetrying = (error: Error): boolean =>
  !(error instanceof CallError) || error.kind === "network" || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && worthRetrying(error),
    },
  },
});
