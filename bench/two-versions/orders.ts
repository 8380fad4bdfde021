import type { Findings } from "../battery/stage-result.ts";
import type { Filled } from "./exchange.ts";
import type { Version } from "./version.ts";

const COUNT = 10;

/** Orders are placed through the first version, and sent again, approved or rejected through the second. */
export const crossOrders = async (
  [first, second]: readonly [Version, Version],
  { company }: Filled,
  findings: Findings,
): Promise<number> => {
  const { slug, ids, people } = company;
  const { key } = company.keys;
  const ask = async ({ address }: Version, method: string, path: string, headers: object, body: object) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) findings.add(`${method} of ${path.split("/")[1]} got ${answer.status}: ${text}`);
    return answer.ok;
  };
  const line = { text: "Valve", quantity: 1, base_unit_price_value: "15.00", product: "A", sku: "A" };
  const order = { ecommerce_username: ids.shopUser, lines: [line, { ...line, product: "B", sku: "B" }] };
  const approver = { authorization: `JWT ${people.approver.token}` };
  let decided = 0;
  for (let n = 0; n < COUNT; n++) {
    const identifier = `Crossed-${first.name.split(" ")[0]}-${n}`;
    const path = `/integration/v1/companies/${slug}/orders/${identifier}/`;
    const isPlaced = await ask(first, "PUT", path, key.headers, order);
    const isRepeated = await ask(second, "PUT", path, key.headers, order);
    const decision = n % 2 === 0 ? "approve" : "reject";
    const note = decision === "reject" ? { note: "No" } : {};
    const isDecided = await ask(second, "POST", `/orders/${identifier}/${decision}/`, approver, note);
    if (isPlaced && isRepeated && isDecided) decided += 1;
  }
  const [stored] = await first.server.sql<{ orders: number; lines: number; decisions: number }>(
    `select count(*)::int as orders,
       sum((select count(*) from order_lines where order_id = orders.id))::int as lines,
       sum((select count(*) from order_approvals where order_id = orders.id)
         + (select count(*) from order_rejections where order_id = orders.id))::int as decisions
     from orders where company_id = $1 and identifier like $2`,
    [company.companyId, `Crossed-${first.name.split(" ")[0]}-%`],
  );
  const expected = { orders: COUNT, lines: 2 * COUNT, decisions: COUNT };
  if (JSON.stringify(stored) !== JSON.stringify(expected))
    findings.add(`of crossed orders there are ${JSON.stringify(stored)} and not ${JSON.stringify(expected)}`);
  return decided;
};
