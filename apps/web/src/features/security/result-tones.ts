import type { Tone } from "@mcc/ui/content/tag.tsx";

/** The colors of what came of a sign-in. */
export const resultTones: Readonly<Record<string, Tone>> = {
  Accepted: "good",
  Refused: "bad",
  Unfinished: "warn",
};
