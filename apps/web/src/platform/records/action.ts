import { useIsMutating } from "@tanstack/react-query";
import { CallError, isTransient } from "../api/call-error.ts";
import { queryClient } from "../api/query-client.ts";
import { toast } from "../page/toast.ts";

type ActionKey = readonly (string | number)[];

export interface Action<Result> {
  /** Actions with the same key do not run at the same time. */
  readonly key: ActionKey;
  readonly send: () => Promise<Result>;
  readonly success: string | ((result: Result) => string);
  readonly failure: string | ((error: unknown) => string);
  /** Stores the result in the cache, before anything is refetched. */
  readonly onSuccess?: (result: Result) => void;
  /** Refetches what the action changes. After a failure too, because someone else may have made a change. */
  readonly invalidate: () => Promise<unknown>;
}

export type Outcome =
  | { readonly ok: true }
  /** `refetched` resolves once the screen shows the current data again. */
  | { readonly ok: false; readonly error: unknown; readonly refetched: Promise<unknown> };

/** The server's reason, unless the message says it already or the same request may succeed next time. */
const reasonOf = (error: unknown, message: string): string | undefined =>
  error instanceof CallError && !isTransient(error) && error.detail !== message ? error.detail : undefined;

/** An error toast that says what failed and, below it, the server's reason. */
export const failureToast = (message: string, error: unknown): void => {
  console.error(message, error);
  toast.error(message, reasonOf(error, message));
};

export const isRunning = (key: ActionKey): boolean => queryClient.isMutating({ mutationKey: key }) > 0;

export const useIsRunning = (key: ActionKey): boolean => useIsMutating({ mutationKey: key }) > 0;

/**
 * Runs an action: a toast says how it ended, and what it changes is refetched. It counts as running until the screen
 * shows its result. A second call while it runs does nothing and returns undefined.
 */
export const runAction = async <Result>(action: Action<Result>): Promise<Outcome | undefined> => {
  const { key, send, success, failure, onSuccess, invalidate } = action;
  if (isRunning(key)) return undefined;
  const mutation = queryClient.getMutationCache().build<void, unknown, void, unknown>(queryClient, {
    mutationKey: key,
    networkMode: "always", // without a network it fails at once, and the toast says so
    mutationFn: async () => {
      const result = await send();
      onSuccess?.(result);
      toast.success(typeof success === "string" ? success : success(result));
      await invalidate();
    },
  });
  try {
    await mutation.execute();
    return { ok: true };
  } catch (error) {
    failureToast(typeof failure === "string" ? failure : failure(error), error);
    return { ok: false, error, refetched: invalidate() };
  }
};

type Save<Result> = Omit<Action<Result>, "key" | "success" | "failure" | "invalidate"> & {
  readonly success: string;
  readonly failure: string;
  /** Refetches what the form changes, besides what `onSuccess` stores. */
  readonly invalidate?: Action<Result>["invalidate"];
  /** No toast for errors that the form shows on its fields. */
  readonly fieldErrorsOnly?: boolean;
  /** Refetches what may have made the server refuse. */
  readonly onFailure?: () => unknown;
};

const hasFieldErrors = (error: unknown): boolean =>
  error instanceof CallError && Object.keys(error.fields).length > 0;

/** Saves a form: it reports like an action, and rethrows so that the form shows the server's messages on its fields. */
export const saveRecord = async <Result>(save: Save<Result>): Promise<void> => {
  const { send, success, failure, fieldErrorsOnly = false, onSuccess, onFailure, invalidate } = save;
  try {
    const result = await send();
    onSuccess?.(result);
  } catch (error) {
    // The fields say themselves what is wrong with them.
    if (!hasFieldErrors(error)) failureToast(failure, error);
    else if (!fieldErrorsOnly) toast.error(failure);
    onFailure?.();
    throw error;
  }
  toast.success(success);
  void invalidate?.();
};
