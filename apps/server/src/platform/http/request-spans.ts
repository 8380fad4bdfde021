import type { FastifyInstance } from "fastify";
import { currentTracer, type OpenSpan } from "../tracing.ts";

/** Every request is a span, in which its statements are. Without traces nothing is added. */
export const traceRequests = (app: FastifyInstance): void => {
  const tracer = currentTracer();
  if (!tracer) return;
  const spans = new WeakMap<object, OpenSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url ?? "none";
    const { traceparent } = headers;
    const span = tracer.start(
      {
        name: `${method} ${route}`,
        kind: "request",
        attributes: { "http.request.method": method, "http.route": route, "mcc.request_id": request.id },
      },
      { parent: typeof traceparent === "string" ? traceparent : undefined },
    );
    spans.set(request, span);
    span.run(done);
  });
  app.addHook("onResponse", async (request, { statusCode }) => {
    spans.get(request)?.end({
      attributes: { "http.response.status_code": statusCode },
      ...(statusCode >= 500 && { error: { name: String(statusCode) } }),
    });
  });
};
