import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { onServer, TEMPLATE, urlOf } from "./testing/databases.ts";
import { startProcess } from "./testing/process.ts";
import { SECRET } from "./testing/test-server.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

let collector: Server;
const bodies: Sent[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "mcc-traces-"));

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      bodies.push(JSON.parse(text) as Sent);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a request and its statements are one trace, of the caller's if it has one, sent to the collector", async () => {
  const name = `test_traces_${process.pid}`;
  await onServer(inject("postgresUrl"), `create database ${name} template ${TEMPLATE}`);
  const { child, ready, ended } = startProcess({
    DATABASE_URL: urlOf(inject("postgresUrl"), name),
    MCC_SECRET: SECRET,
    MCC_DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: "portal of the test",
  });
  const address = await ready;
  const caller = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
  await fetch(`${address}/api/accounts/user-token/`, {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${caller.trace}-${caller.span}-01` },
    body: JSON.stringify({ username: "nobody", password: "Secret-Password-1" }),
  });
  child.kill("SIGTERM");
  expect(await ended).toBe(0);

  const resources = bodies.flatMap(({ resourceSpans }) => resourceSpans);
  const service = resources[0]?.resource.attributes.find(({ key }) => key === "service.name");
  expect(service?.value.stringValue).toBe("portal of the test");
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const request = spans.find((span) => span.name === "POST /api/accounts/user-token/");
  expect(request).toMatchObject({ traceId: caller.trace, parentSpanId: caller.span });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every(({ traceId }) => traceId === caller.trace)).toBe(true);
  expect(JSON.stringify(bodies)).not.toContain("Secret-Password-1");
  expect(JSON.stringify(bodies)).not.toContain("nobody");
});
