import { showToast } from "@mcc/ui/feedback/toasts.tsx";
import { CallError, GENERIC_FAILURE } from "../api/call-error.ts";

export const toast = {
  success: (message: string) => showToast("success", message),
  error: (message: string, reason?: string) => showToast("error", message, reason),
  warning: (message: string) => showToast("warning", message),
  info: (message: string) => showToast("info", message),
  /** Shows the server's message, if it sent one. */
  failure: (error: unknown) =>
    showToast("error", error instanceof CallError ? error.detail : GENERIC_FAILURE),
};
