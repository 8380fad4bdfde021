import type { Readable } from "node:stream";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseJson } from "../input/json.ts";
import { anonymousCallerOf } from "./callers.ts";
import { type BodyLimit, bodyLimits, timeouts } from "./limits/limits.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The maximum size and time of a body; by default those of unauthenticated callers. */
    body?: BodyLimit;
  }
  interface FastifyRequest {
    /** Removes this request from the count of requests whose body is arriving. */
    hasArrived?: () => void;
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A complete body, unless it is too large or too slow. The sender's connection is kept. */
export const readBody = (body: Readable, { bytes, within }: BodyLimit): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      clearTimeout(timer);
      body.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
    };
    const refuse = (code: "input.too_large" | "input.too_slow" | "input.unreadable") => {
      stop();
      body.on("error", () => {}); // it may still break
      reject(new AppError(code));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytes) refuse("input.too_large");
      else chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks, size));
    };
    const onBroken = () => refuse("input.unreadable");
    const timer = setTimeout(refuse, within, "input.too_slow");
    if (body.destroyed) return onBroken();
    body.on("data", onData).once("end", onEnd).once("error", onBroken).once("close", onBroken);
    body.resume();
  });

/** A body of JSON within the limits of its route; undefined if it is empty. */
export const readJson = async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
  const limit = request.routeOptions.config.body ?? bodyLimits.open;
  if (Number(request.headers["content-length"]) > limit.bytes) throw new AppError("input.too_large");
  const body = (await readBody(payload, limit)).toString("utf8");
  return body === "" ? undefined : parseJson(body);
};

/** JSON is the only kind of body read before its handler; a call without a body may have the JSON content type. */
export const readBodies = (app: FastifyInstance): void => {
  countArriving(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", readJson);
  cutUnread(app);
};

/** A body that arrives occupies only its own connection, so it is not counted among requests in progress. */
const countArriving = (app: FastifyInstance): void => {
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (!hasBody(request) || request.routeOptions.config.isUpload) return done(null, payload);
    const { bodies, anonymous } = app.slots;
    const { caller } = request;
    try {
      request.hasArrived = caller
        ? bodies.take(reply, caller)
        : anonymous.take(reply, anonymousCallerOf(request));
    } catch (error) {
      return done(error as Error);
    }
    done(null, payload);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    request.hasArrived?.();
    done();
  });
};

/** A sender who got a response before the end of the body may finish soon; then the connection is closed. */
const cutUnread = (app: FastifyInstance): void => {
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.on("error", () => {});
    raw.resume();
    const timer = setTimeout(() => raw.complete || raw.destroy(), timeouts.unread);
    raw.once("close", () => clearTimeout(timer));
  });
};
