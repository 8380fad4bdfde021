import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";

const Role = z.object({
  id: z.number(),
  name: z.string(),
  can_impersonate: z.boolean(),
  can_view_order_tracking: z.boolean(),
  has_approval_rule: z.boolean(),
});

const ROLE_ORDERS = ["name", "-name"] as const;

export const roles = endpoint({
  method: "GET",
  path: "/accounts/roles/",
  summary: "The company's roles",
  allow: "company-admin",
  query: pagedQuery({
    order_by: z
      .enum(ROLE_ORDERS, { error: `This must be one of ${ROLE_ORDERS.join(", ")}.` })
      .default("name"),
  }),
  reply: pageSchema(Role),
});
