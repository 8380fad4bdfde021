import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { NewSimulation, Simulation } from "./simulations.schema.ts";

const allow = "approval:rules";
const byId = {
  path: "/approvals/simulations/:id/",
  allow,
  params: z.object({ id: pathId }),
  fails: ["not_found"],
} as const;

export const startSimulation = endpoint({
  method: "POST",
  path: "/approvals/simulations/",
  summary: "Try draft rules on the orders of the last 90 days",
  description:
    "Changes neither rules nor orders. It runs in the background, one at a time for a company; the result stays for a day.",
  allow,
  body: NewSimulation,
  reply: z.object({ id: z.number() }),
  fails: ["simulations.full"],
});

export const findSimulation = endpoint({
  ...byId,
  method: "GET",
  summary: "Get the progress or the result of a simulation",
  reply: Simulation,
});

export const deleteSimulation = endpoint({
  ...byId,
  method: "DELETE",
  summary: "Cancel a simulation, or delete its result",
  reply: z.object({ detail: z.string() }),
});
