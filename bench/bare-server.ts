import Fastify from "fastify";
import { openBareApproval } from "./bare-approval.ts";
import type { Facts } from "./data-facts.ts";
import { openFloor } from "./floor.ts";
import { interactionsOf } from "./interactions.ts";

/** As many as the product gives its requests. */
const CONNECTIONS = 12;

/** The floor behind HTTP and nothing else: no sign-in, no rights, no scope, no schema. One route an interaction. */
const { DATABASE_URL = "", BENCH_FACTS = "{}", PORT = "0" } = process.env;
const floor = openFloor(DATABASE_URL, CONNECTIONS);
const app = Fastify();
for (const [at, { floor: query }] of interactionsOf(JSON.parse(BENCH_FACTS) as Facts).entries()) {
  app.get(`/${at}`, () => floor.ask(query));
}
const approving = openBareApproval(DATABASE_URL, CONNECTIONS);
app.post<{ Params: { identifier: string } }>("/approve/:identifier", ({ params }) =>
  approving.approve(params.identifier),
);
process.once("SIGTERM", async () => {
  await app.close();
  await floor.close();
  await approving.close();
});
console.log(`ready at ${await app.listen({ port: Number(PORT), host: "127.0.0.1" })}`);
