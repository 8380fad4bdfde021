import { z } from "zod";
import { isStorable, requiredText } from "../kit/text.ts";
import { hierarchyMessages as says } from "./hierarchy.messages.ts";

const CHECKOUT_MAX = 20_000;

/** Every name and every text within it; JSON escapes what a database refuses. */
const isStorableJson = (value: unknown): boolean => {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner));
};

/** A JSON object of any content, for the storefront. */
const CheckoutConfiguration = z
  .custom<Record<string, unknown>>(
    (given) => typeof given === "object" && given !== null && !Array.isArray(given),
    says.notJson,
  )
  .refine((given) => JSON.stringify(given).length <= CHECKOUT_MAX, says.checkoutTooLong)
  .refine(isStorableJson, says.notJson);

/** What a node has of its own; without it, a node has what the nearest node above it has. */
export const NodeConfiguration = z.object({
  usernamePrefix: z.string(),
  tenantGroup: z.string(),
  ecommerceCheckoutConfiguration: z.record(z.string(), z.unknown()),
  isBuyoutNode: z.boolean(),
});
export type NodeConfiguration = z.output<typeof NodeConfiguration>;

export const NewNodeConfiguration = z.object({
  usernamePrefix: requiredText(says.required).trim(),
  tenantGroup: requiredText(says.required).trim(),
  ecommerceCheckoutConfiguration: CheckoutConfiguration.default({}),
  isBuyoutNode: z.boolean().default(false),
});
export type NewNodeConfiguration = z.output<typeof NewNodeConfiguration>;

export const NodeConfigurationChanges = z
  .object({
    ...NewNodeConfiguration.shape,
    ecommerceCheckoutConfiguration: CheckoutConfiguration,
    isBuyoutNode: z.boolean(),
  })
  .partial();
export type NodeConfigurationChanges = z.output<typeof NodeConfigurationChanges>;
