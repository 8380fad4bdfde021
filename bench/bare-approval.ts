import pg from "pg";
import { APPROVER, LARGE } from "./data-plan.ts";

/** The minimum of approving an order: lock the order, write the approval, the step, the status and the event, commit. */
export interface BareApproval {
  approve(identifier: string): Promise<{ identifier: string }>;
  close(): Promise<void>;
}

const LOCK =
  "select id, total from mcc.orders where company_id = $1 and identifier = $2 and status = 2 for update";
const APPROVAL =
  "insert into mcc.order_approvals (company_id, order_id, user_id, username, name) values ($1, $2, $3, 'user', 'Dana')";
const STEP = `update mcc.order_steps set state = 'done', acted_by_id = $3, acted_by_name = 'Dana', acted_at = now(), entitlement = 'role'
  where company_id = $1 and order_id = $2 and state = 'open'`;
const STATUS = "update mcc.orders set status = 1, updated_at = now() where company_id = $1 and id = $2";
const EVENT = "insert into mcc.events (company_id, type, payload) values ($1, 'order.approved', $2)";

export const openBareApproval = (url: string, connections: number): BareApproval => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline: true,
    options: "-c timezone=UTC -c plan_cache_mode=force_generic_plan",
  } as pg.PoolConfig);
  pool.on("error", () => {});
  return {
    approve: async (identifier) => {
      const client = await pool.connect();
      try {
        const [, { rows }] = await Promise.all([
          client.query("begin"),
          client.query({ name: "lock", text: LOCK, values: [LARGE, identifier] }),
        ]);
        const order = rows[0];
        if (!order) throw new Error(`${identifier} is not pending.`);
        await Promise.all([
          client.query({ name: "approval", text: APPROVAL, values: [LARGE, order.id, APPROVER] }),
          client.query({ name: "step", text: STEP, values: [LARGE, order.id, APPROVER] }),
          client.query({ name: "status", text: STATUS, values: [LARGE, order.id] }),
          client.query({ name: "event", text: EVENT, values: [LARGE, JSON.stringify({ identifier })] }),
          client.query("commit"),
        ]);
        client.release();
        return { identifier };
      } catch (error) {
        await client.query("rollback").catch(() => {});
        client.release(error as Error);
        throw error;
      }
    },
    close: () => pool.end(),
  };
};
