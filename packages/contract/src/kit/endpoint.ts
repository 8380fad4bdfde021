import type { z } from "zod";
import type { KeyAllow } from "../access/key-scopes.ts";
import type { GlobalAction } from "../access/permissions.ts";
import type { ErrorCode } from "./errors.ts";

/** One endpoint, declared once: the server mounts it, the web calls it, OpenAPI describes it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Fastify style, with a final slash: "/orders/:identifier/approve/". Both slash forms are served. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Information that the schemas do not show. */
  readonly description?: string;
  /** Required: no endpoint is public by omission. An action needs a signed-in user, a key scope an API key. */
  readonly allow: GlobalAction | KeyAllow | "anyone";
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** If it is optional, a handler without a reply responds with 204. */
  readonly reply: z.ZodType;
  readonly fails?: readonly ErrorCode[];
  /**
   * Refused with auth.confirmation_required if the user has not confirmed lately that it is them: always ("security"),
   * with a second factor if they have one ("factor"), or if the policy of the company says so ("rules").
   */
  readonly confirm?: "security" | "factor" | "rules";
  /** Also for a user who has to set up a second factor first. */
  readonly whileEnrolling?: true;
  /** Of a session of support access: refused although it reads, or allowed although it does not. */
  readonly support?: "refused" | "allowed";
  /** For a GET that changes something. */
  readonly writes?: true;
  /** Request and response bodies are unlimited newline-delimited JSON; `body` and `reply` describe one line. */
  readonly lines?: true;
  /** The response is an unlimited stream of server-sent events; `reply` describes the data of one. */
  readonly stream?: true;
  /**
   * The request includes a file of at most this many bytes: as multipart/form-data with a part named `file`, or as JSON
   * with the address of the file. `body` describes the other fields.
   */
  readonly upload?: number;
}

export const endpoint = <const E extends Endpoint>(spec: E): E => spec;

/** Whether a request changes nothing: it runs in a read-only transaction, and may be repeated. */
export const isRead = ({ method, writes }: Pick<Endpoint, "method" | "writes">): boolean =>
  method === "GET" && !writes;

type RequestPart = "params" | "query" | "body";
type DeclaredParts<E extends Endpoint> = {
  [P in RequestPart as E[P] extends z.ZodType ? P : never]: Extract<E[P], z.ZodType>;
};

/** The types of a call's input, a handler's input and the response. */
export type EndpointRequest<E extends Endpoint> = {
  [P in keyof DeclaredParts<E>]: z.input<DeclaredParts<E>[P]>;
};
export type EndpointInput<E extends Endpoint> = {
  [P in keyof DeclaredParts<E>]: z.output<DeclaredParts<E>[P]>;
};
export type Reply<E extends Endpoint> = z.output<E["reply"]>;
