import type { Readable } from "node:stream";
import type { Endpoint, EndpointInput } from "@mcc/contract/kit/endpoint.ts";

/** The file of a form while it arrives, with its name. */
export interface UploadedFile {
  readonly content: Readable;
  readonly name: string;
}
export type FileReceiver = (file: UploadedFile) => Promise<void>;

/** A file that is small enough for the memory. */
export interface WholeFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A body with a file: the other fields are validated by the endpoint's schema. */
export interface Upload<E extends Endpoint> {
  /** `take` gets the file while it arrives, when there is one. */
  read(
    onFile: FileReceiver,
  ): Promise<"body" extends keyof EndpointInput<E> ? EndpointInput<E>["body"] : never>;
}
