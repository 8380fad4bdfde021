import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { FILE_MAX, type FileType } from "@mcc/contract/documents/documents.files.ts";
import { documentMessages } from "@mcc/contract/documents/documents.messages.ts";
import { AppError, fail, failField } from "@mcc/contract/kit/errors.ts";
import type { Storage } from "../../platform/files/storage.ts";
import type { UploadedFile } from "../../platform/input/upload.ts";
import { extensionOf } from "./file-names.ts";
import { fileTypeOf, HEAD_BYTES } from "./file-type.ts";

/** A file in the store, and its properties found during the upload. */
export interface StoredFile {
  readonly key: string;
  readonly sentName: string;
  readonly content_type: FileType;
  readonly extension: string;
  readonly size: number;
  readonly checksum: Buffer;
}

/** Streams a file into the store: measures, hashes and checks it on the way, and refuses it as soon as possible. */
export const putFile = async (
  storage: Storage,
  key: string,
  { content, name }: UploadedFile,
): Promise<StoredFile> => {
  const hash = createHash("sha256");
  let size = 0;
  let head = Buffer.alloc(0);
  let type: FileType | undefined;
  async function* checkedChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > FILE_MAX) fail("file.too_large");
      hash.update(chunk);
      if (!type) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        if (head.length === HEAD_BYTES) type = fileTypeOf(head, name) ?? fail("file.type");
      }
      yield chunk;
    }
    if (size === 0) failField("file", documentMessages.fileEmpty);
    type ??= fileTypeOf(head, name) ?? fail("file.type");
  }
  try {
    await storage.put(key, Readable.from(checkedChunks(), { objectMode: false }));
  } catch (error) {
    content.destroy();
    throw error;
  }
  if (!type) throw new AppError("unexpected");
  const extension = extensionOf(name, type);
  return { key, sentName: name, content_type: type, extension, size, checksum: hash.digest() };
};
