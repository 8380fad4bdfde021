import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Upload, WholeFile } from "../input/upload.ts";
import { fileTooLarge } from "./multipart-form.ts";

/** The fields of a form and its file, which is small enough for the memory; none when none was sent. */
export const readWholeFile = async <E extends Endpoint>(upload: Upload<E>, max: number) => {
  let file: WholeFile | undefined;
  const body = await upload.read(async ({ content, name }) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > max) fail("file.too_large", fileTooLarge(max));
      chunks.push(chunk);
    }
    file = { name, bytes: Buffer.concat(chunks) };
  });
  return { body, file: file as WholeFile | undefined };
};
