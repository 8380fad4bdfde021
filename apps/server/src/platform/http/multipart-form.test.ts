import { Readable } from "node:stream";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { expect, test } from "vitest";
import { readForm } from "./multipart-form.ts";

test("a file that breaks off before anybody reads it refuses the form, and ends nothing else (API-011)", async () => {
  const cut = '--B\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-1.4 q\r\n';
  const reading = readForm(
    { "content-type": "multipart/form-data; boundary=B" },
    Readable.from([Buffer.from(cut)]),
    1_000,
    async ({ content }) => {
      // For example, the database takes longer to respond than the sender to disconnect.
      await new Promise((resolve) => content.once("close", resolve));
      await content.toArray();
    },
  );
  await expect(reading).rejects.toEqual(new AppError("input.unreadable"));
});
