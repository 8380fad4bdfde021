import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

const RETRIES = 2;
const FRESH_MS = 30_000;

/** A refusal is an answer: asking again would only bring the same one. */
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
