import type { ByteRange } from "./storage.ts";

/** What RFC 8187 lets stand unescaped. */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** For readers that know no UTF-8: letters, digits and harmless marks, and an underscore for anything else. */
const asciiName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w .,()+=@#-]/gu, "_");

/** RFC 6266: shown or saved, under a name that can neither end the header nor start another one. */
export const contentDisposition = (kind: "inline" | "attachment", name: string): string =>
  `${kind}; filename="${asciiName(name)}"; filename*=UTF-8''${percentEncoded(name.toWellFormed())}`;

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * RFC 9110: the part of a file a `Range` header asks for. Undefined: all of it, since nothing was asked for, or
 * nothing that is understood, or several parts at once. Null: there is no such part.
 */
export const requestedRange = (range: string | undefined, size: number): ByteRange | null | undefined => {
  const [, from = "", to = ""] = RANGE.exec(range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "")
    return Number(to) > 0 && size > 0 ? { from: Math.max(0, size - Number(to)), to: size - 1 } : null;
  const part = { from: Number(from), to: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
  if (to !== "" && Number(to) < part.from) return undefined;
  return part.from < size ? part : null;
};
