import { CallError, callErrorFrom } from "./call-error.ts";
import { sameOriginLink } from "./same-origin-link.ts";

export interface DownloadProgress {
  readonly bytes: number;
  /** Undefined when the server sends no length. */
  readonly of: number | undefined;
}
interface FetchFileOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (arrived: DownloadProgress) => void;
}

/** Chunks are collected up to this size before they become a Blob, which the browser can keep outside of memory. */
const HELD_BYTES = 8 * 1024 * 1024;

const gather = async (response: Response, onProgress: FetchFileOptions["onProgress"]): Promise<Blob> => {
  const length = Number(response.headers.get("content-length"));
  const of = length > 0 ? length : undefined;
  const reader = response.body?.getReader();
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let bytes = 0;
  for (let got = await reader?.read(); got?.value; got = await reader?.read()) {
    held.push(got.value);
    heldBytes += got.value.length;
    bytes += got.value.length;
    if (heldBytes >= HELD_BYTES) {
      parts.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
    onProgress?.({ bytes, of });
  }
  return new Blob([...parts, ...held], { type: response.headers.get("content-type") ?? "" });
};

/** Fetches the file of a signed link, which needs no token. Failures are a CallError, as in `call`. */
export const fetchFile = async (
  link: string,
  { signal, onProgress }: FetchFileOptions = {},
): Promise<Blob> => {
  try {
    // The timestamp keeps caches from returning an older file.
    const response = await fetch(sameOriginLink(link, { timestamp: String(Date.now()) }), { signal });
    if (!response.ok) throw await callErrorFrom(response);
    return await gather(response, onProgress);
  } catch (error) {
    if (signal?.aborted || error instanceof CallError) throw error;
    throw new CallError({ kind: "network", status: 0 });
  }
};
