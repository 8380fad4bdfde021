import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { SpanInfo, Tracer } from "./tracing.ts";

const KINDS: Readonly<Record<SpanInfo["kind"], SpanKind>> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
};
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const contextOf = (parent: string): Context | undefined => {
  const [, traceId = "", spanId = "", flags = ""] = PARENT.exec(parent) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined;
};

/** Loaded only when there is somewhere to send traces to. The exporter reads its own variables. */
export const startOpenTelemetry = (ratio: number | undefined): { tracer: Tracer; stop(): Promise<void> } => {
  const named = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "management-control-center" }))
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
  const root = ratio === undefined ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: named,
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [processor],
  });
  const inner = provider.getTracer("mcc");
  const contexts = new AsyncLocalStorage<Context>();
  const tracer: Tracer = {
    start: ({ name, kind, attributes }, { parent, took = 0 } = {}) => {
      const within = (parent ? contextOf(parent) : undefined) ?? contexts.getStore() ?? ROOT_CONTEXT;
      const span = inner.startSpan(
        name,
        { kind: KINDS[kind], attributes, startTime: Date.now() - took },
        within,
      );
      const context = trace.setSpan(within, span);
      return {
        run: (work) => contexts.run(context, work),
        end: ({ attributes: results, error } = {}) => {
          if (results) span.setAttributes(results);
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
          span.end();
        },
      };
    },
    current: () => {
      const store = contexts.getStore();
      const context = store && trace.getSpanContext(store);
      if (!context) return undefined;
      return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, "0")}`;
    },
  };
  return { tracer, stop: () => provider.shutdown() };
};

/** Not its message, which may quote what users have sent. */
const nameOf = (error: unknown): string =>
  (error as { code?: string } | null)?.code ?? (error as Error | null)?.name ?? "error";
