import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "../services.ts";

/** `/healthz`: the process is running. `/readyz`: its dependencies are reachable. */
export const mountHealthRoutes = (app: FastifyInstance, { database, storage, jobs, log }: Services): void => {
  app.get("/healthz", async () => ({ status: "ok" }));

  const parts = {
    database: () => sql`select 1`.execute(database.platform),
    storage: () => storage.mustBeReachable(),
    queue: () => jobs.mustBeReachable(),
  };
  app.get("/readyz", async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, check]) => {
        try {
          await check();
          return [name, "ok"] as const;
        } catch (error) {
          log.warn({ err: error, part: name }, "not ready");
          return [name, "unreachable"] as const;
        }
      }),
    );
    const ready = states.every(([, state]) => state === "ok");
    if (!ready) reply.code(503).header("retry-after", 1);
    return { status: ready ? "ok" : "unavailable", ...Object.fromEntries(states) };
  });
};
