import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { digits } from "../kit/list-schema.ts";
import { text } from "../kit/text.ts";
import { Delegation, Deputy, DeputyDecision, NewDelegation } from "./delegations.schema.ts";
import { DEPUTY_DECISIONS_PATH } from "./deputy-decisions-path.ts";

const LARGEST_ID = 999_999_999_999_999;
const path = "/approvals/delegations/";

export const delegations = endpoint({
  method: "GET",
  path,
  summary: "List the delegations of the signed-in user, those that hold or are planned first",
  description: "Company admins get those of the company, or with `user` those of one user.",
  allow: "approval:list",
  query: pagedQuery({ user: digits(1, LARGEST_ID).describe("As principal or as deputy").optional() }),
  reply: pageSchema(Delegation),
});

export const createDelegation = endpoint({
  method: "POST",
  path,
  summary: "Name a deputy for a time",
  description:
    "The deputy may decide about exactly the orders that the principal may decide about, within cap and sites. Only company admins may give another `principal` than themselves.",
  allow: "approval:list",
  body: NewDelegation,
  reply: Delegation,
});

export const endDelegation = endpoint({
  method: "DELETE",
  path: `${path}:id/`,
  summary: "End a delegation now; it stays on record",
  description: "Who is away, or a company admin.",
  allow: "approval:list",
  params: z.object({ id: pathId }),
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

export const deputyDecisions = endpoint({
  method: "GET",
  path: DEPUTY_DECISIONS_PATH,
  summary: "List what the signed-in user has decided as a deputy, the latest first",
  description:
    "It stays after the delegation has ended, when the orders themselves are not visible any more.",
  allow: "approval:list",
  query: pagedQuery(),
  reply: pageSchema(DeputyDecision),
});

export const possibleDeputies = endpoint({
  method: "GET",
  path: `${path}deputies/`,
  summary: "Find users of the company who can be named as deputy, by name or username",
  allow: "has-order-approvals",
  query: z.strictObject({ search: text().optional() }),
  reply: z.object({ results: z.array(Deputy) }),
});
