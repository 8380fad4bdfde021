import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { bodyIds, pathId } from "../kit/id.ts";
import { UserRow } from "./users.schema.ts";

export const assignPolicies = endpoint({
  method: "PATCH",
  path: "/accounts/users/:id/assign-policies/",
  summary: "Limit a user to some sites",
  description: "Replaces the policy of the user. Without any site, the policy ends.",
  allow: "hierarchy",
  params: z.object({ id: pathId }),
  body: z.object({ policy_sites: bodyIds() }),
  reply: UserRow,
  fails: ["not_found"],
});
