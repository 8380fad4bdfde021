import type { z } from "zod";
import type { KeyAllow } from "../access/key-scopes.ts";
import type { GlobalAction } from "../access/permissions.ts";
import type { ErrorCode } from "./errors.ts";

/** One endpoint, stated once: the server mounts it, the web calls it, OpenAPI prints it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Fastify style, with a final slash: "/orders/:identifier/approve/". Both slash forms answer. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What a caller cannot see from the shapes. */
  readonly description?: string;
  /** Required: nothing is open by omission. An action is asked of a signed-in user, a key scope of an API key. */
  readonly allow: GlobalAction | KeyAllow | "anyone";
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly fails?: readonly ErrorCode[];
  /** Body and answer are newline-delimited JSON without end; `body` and `reply` describe one line. */
  readonly lines?: true;
  /** The answer is a stream of server-sent events without end; `reply` describes the data of one. */
  readonly stream?: true;
  /**
   * The body comes with a file of at most so many bytes: as multipart/form-data with a part named `file`, or as JSON
   * that says where the file is. `body` describes what stands beside it.
   */
  readonly upload?: number;
}

export const endpoint = <const E extends Endpoint>(spec: E): E => spec;

type RequestPart = "params" | "query" | "body";
type DeclaredParts<E extends Endpoint> = {
  [P in RequestPart as E[P] extends z.ZodType ? P : never]: Extract<E[P], z.ZodType>;
};

/** What a caller writes, what a handler receives, what comes back. */
export type EndpointRequest<E extends Endpoint> = {
  [P in keyof DeclaredParts<E>]: z.input<DeclaredParts<E>[P]>;
};
export type EndpointInput<E extends Endpoint> = {
  [P in keyof DeclaredParts<E>]: z.output<DeclaredParts<E>[P]>;
};
export type Reply<E extends Endpoint> = z.output<E["reply"]>;
