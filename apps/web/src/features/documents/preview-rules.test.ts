import { expect, test } from "vitest";
import { whyNotShown } from "./preview-rules.ts";

const file = (content_type: string, size = 1000) => ({ content_type, size });

test("PDFs, pictures and texts are shown; what cannot be is said in words", () => {
  expect(whyNotShown(file("application/pdf"), true)).toBeUndefined();
  expect(whyNotShown(file("image/webp"), false)).toBeUndefined();
  expect(whyNotShown(file("application/pdf"), false)).toContain("can't preview PDFs");
  for (const type of ["text/plain", "text/csv"]) expect(whyNotShown(file(type), false)).toBeUndefined();
  expect(whyNotShown(file("text/csv", 1_000_001), true)).toContain("too large");
  expect(whyNotShown(file("text/html"), true)).toContain("This file type");
  expect(whyNotShown(file("image/svg+xml"), true)).toContain("This file type");
  expect(whyNotShown(file("application/pdf", 30_000_001), true)).toContain("too large");
});
