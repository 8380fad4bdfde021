import { findSimulation, startSimulation } from "@mcc/contract/approval-rules/simulations.api.ts";
import type { SimulationResult } from "@mcc/contract/approval-rules/simulations.schema.ts";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { TestServer } from "./test-server.ts";

export const startDraft = async (
  testServer: TestServer,
  token: string,
  rules: readonly object[],
): Promise<number> => {
  const { status, body } = await testServer.call(startSimulation, {
    token,
    body: { rules: rules as never },
  });
  expect([status, body]).toEqual([200, { id: expect.any(Number) }]);
  return body.id;
};

/** The result of a simulation, once it has one. */
export const resultOf = async (
  testServer: TestServer,
  token: string,
  id: number,
): Promise<SimulationResult> => {
  const done = await eventually(async () => {
    const { body } = await testServer.call(findSimulation, { token, params: { id } });
    expect(body.state).toBe("done");
    return body;
  });
  if (!done.result) throw new Error("The simulation has no result.");
  return done.result;
};

/** Orders of the last minutes, one a minute, without the integration API. */
export const addOrders = (
  { sql }: TestServer,
  { companyId, siteId, count }: { companyId: number; siteId: number; count: number },
) =>
  sql(
    `with snapshot as (insert into site_snapshots (company_id, site_id, name) values ($1, $2, 'Then') returning id)
     insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
     select $1, 'S' || n, $2, snapshot.id, 1, now() - n * interval '1 minute', n % 1000, n % 1000
     from generate_series(1, $3::int) as n, snapshot`,
    [companyId, siteId, count],
  );
