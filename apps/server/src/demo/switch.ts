import pg from "pg";

const SWITCH = {
  on: ["update mcc.users set disabled_at = null where is_demo and disabled_at is not null"],
  off: [
    "update mcc.users set disabled_at = now() where is_demo and disabled_at is null",
    `update mcc.sessions set ended_at = now()
       where ended_at is null and user_id in (select id from mcc.users where is_demo)`,
  ],
} as const;

/** The password of the demo's accounts is public: while the demo is off, their sessions end and they cannot sign in. */
export const switchDemo = async (url: string, to: keyof typeof SWITCH): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: "mcc_demo" });
  await client.connect();
  try {
    await client.query("begin");
    for (const statement of SWITCH[to]) await client.query(statement);
    await client.query("commit");
  } finally {
    await client.end();
  }
};
