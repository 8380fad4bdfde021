import { setTimeout as wait } from "node:timers/promises";
import { hashPassword } from "@mcc/server/src/platform/access/password.ts";
import { makeTextCipher } from "@mcc/server/src/platform/access/secrets/text-cipher.ts";
import { startJobQueue } from "@mcc/server/src/platform/jobs/job-queue.ts";
import { databaseOf, filledDatabase } from "../companies/fill.ts";
import { QUIET_LOG } from "../companies/jobs.ts";
import { PEOPLE, THREE, userId } from "../companies/options.ts";
import { tokensOf } from "../companies/requests.ts";
import { withClient } from "../database.ts";
import { type Contender, SECRET, startOurs } from "../processes.ts";

/**
 * The secret is replaced as docs/operations.md says while users of two processes work: how many of their requests fail,
 * whose session ends, and whether everything stored is encrypted with the new one afterwards.
 */
const NEW = "another-bench-secret-which-protects-nothing";
const CLIENTS = 6;
const MESSAGES = 20_000;
const PASSWORD = "bench-password-which-protects-nothing";
const REENCRYPT = "reencrypt";
const MOST_SECONDS = 600;

/** Like a load balancer: a process that is to stop gets no new requests, and ends those it has. */
const makeBalancer = () => {
  const open = new Map<Contender, number>();
  let turn = 0;
  return {
    add: (one: Contender) => void open.set(one, 0),
    remove: async (one: Contender): Promise<void> => {
      const left = () => open.get(one) ?? 0;
      const others = [...open.keys()].filter((each) => each !== one);
      removed.add(one);
      if (others.length === 0) throw new Error("No process is left.");
      while (left() > 0) await wait(10);
      open.delete(one);
      removed.delete(one);
    },
    send: async (path: string, init: RequestInit): Promise<Response> => {
      const serving = [...open.keys()].filter((one) => !removed.has(one));
      const one = serving[turn++ % serving.length] as Contender;
      open.set(one, (open.get(one) ?? 0) + 1);
      try {
        const response = await fetch(`${one.address}${path}`, init);
        await response.arrayBuffer();
        return response;
      } finally {
        open.set(one, (open.get(one) ?? 1) - 1);
      }
    },
  };
};
const removed = new Set<Contender>();

const name = databaseOf(THREE);
const database = await filledDatabase(THREE);
const { url } = database;
const running: Contender[] = [];
try {
  await withClient(url, async (client) => {
    const old = makeTextCipher(SECRET);
    await client.query("delete from mcc.messages");
    await client.query(
      `insert into mcc.messages (company_id, channel, recipient, body, state, sent_at)
       select 1, 'email', 'user@example.com', text, 'kept', now() from unnest($1::text[]) as text`,
      [Array.from({ length: MESSAGES }, (_, n) => old.encrypt(`{"message": ${n}}`))],
    );
    await client.query("update mcc.users set password_hash = $1 where company_id = 3", [
      await hashPassword(PASSWORD),
    ]);
    const balancer = makeBalancer();
    const startWith = async (secret: string, others: string) => {
      const one = await startOurs(url, name, "all", { MCC_SECRET: secret, MCC_OTHER_SECRETS: others });
      running.push(one);
      balancer.add(one);
      return one;
    };
    let serving = [await startWith(SECRET, ""), await startWith(SECRET, "")];
    /** One after the other, as an operator does. */
    const restartWith = async (secret: string, others: string) => {
      const next: Contender[] = [];
      for (const one of serving) {
        next.push(await startWith(secret, others));
        await balancer.remove(one);
        await one.stop();
      }
      serving = next;
    };

    const users = [1, 2].flatMap((company) =>
      Array.from({ length: PEOPLE }, (_, n) => userId(company, n + 1)),
    );
    const before = new Date();
    const tokens = await tokensOf(url, users);
    const answers = new Map<number, number>();
    let isOver = false;
    const work = async (from: number) => {
      for (let n = from; !isOver; n++) {
        const signsIn = n % 50 === 0;
        const response = signsIn
          ? await balancer.send("/api/accounts/user-token/", {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ username: `user-3-${1 + ((n / 50) % PEOPLE)}`, password: PASSWORD }),
            })
          : await balancer.send("/api/orders/?limit=20", {
              headers: { authorization: tokens[n % tokens.length] as string },
            });
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      }
    };
    const working = Promise.all(Array.from({ length: CLIENTS }, (_, n) => work(n * 7)));
    const step = async (words: string, action: () => Promise<unknown>) => {
      const began = performance.now();
      await action();
      console.log(`${words}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    };
    await step("both processes accept the new secret", () => restartWith(SECRET, NEW));
    await step("both processes sign with the new secret", () => restartWith(NEW, SECRET));
    await step("everything stored is encrypted again", async () => {
      const queue = await startJobQueue(url, () => [], { works: false, log: QUIET_LOG });
      await queue.requestJob(REENCRYPT, {}, "bench");
      await queue.stop();
      const left = "select count(*)::int as left from pgboss.job where name = $1 and state < 'completed'";
      for (let seconds = 0; seconds < MOST_SECONDS; seconds++) {
        if ((await client.query(left, [REENCRYPT])).rows[0].left === 0) return;
        await wait(1_000);
      }
      throw new Error("The job has not ended.");
    });
    isOver = true;
    await working;
    const now = makeTextCipher(NEW);
    const { rows } = await client.query<{ body: string }>("select body from mcc.messages where body <> ''");
    for (const { body } of rows) now.decrypt(body);
    const ended = await client.query(
      "select count(*)::int as ended from mcc.sessions where ended_at is not null and created_at >= $1",
      [before],
    );
    const statuses = [...answers].map(([status, count]) => `${count} times ${status}`).join(", ");
    console.log(
      `${CLIENTS} clients, ${tokens.length} sessions: answered ${statuses}; ${ended.rows[0].ended} sessions have ended; ${rows.length} texts are readable with the new secret alone.`,
    );
  });
} finally {
  for (const one of running) await one.stop();
  await database.stop();
}
