import { get, type IncomingMessage, type ServerResponse } from "node:http";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer } from "../../testing/test-server.ts";

/** About 12 MB, more than the socket buffers of one machine. */
const MANY = 20_000;

test("an export is produced no faster than it is read, and is complete (API-007)", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer);
  const site = await addSite(testServer, company);
  const token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  await testServer.sql(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal, po_number)
     select $1, 'X-' || n, $2, $3, 3, '2026-01-01'::timestamptz + n * interval '1 minute', n, n, repeat('P', 200)
     from generate_series(1, ${MANY}) n`,
    [company, site.id, site.snapshot],
  );
  const sending = new Promise<ServerResponse>((resolve) =>
    testServer.app.server.once("request", (_, response) => resolve(response)),
  );
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `JWT ${token}` };
    get(`${testServer.address}/api/orders/?limit=100000000000&untrimmed=true`, { headers }, resolve).on(
      "error",
      reject,
    );
  });
  expect(answer.statusCode).toBe(200);

  // Nothing is read yet: the number of written bytes stops growing long before the end.
  const { socket } = await sending;
  let seen = -1;
  await eventually(() => {
    const before = seen;
    seen = socket?.bytesWritten ?? 0;
    expect(seen).toBe(before);
  });

  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  expect(seen).toBeLessThan(whole.length / 2);
  const { count, results } = JSON.parse(whole.toString()) as { count: number; results: OrderRow[] };
  expect(count).toBe(MANY);
  expect(results.map(({ identifier }) => identifier)).toEqual(
    Array.from({ length: MANY }, (_, at) => `X-${MANY - at}`),
  );
});
