import { z } from "zod";
import { WebAddress } from "../integration/web-address.ts";
import { emptyAsNull } from "../kit/text.ts";
import { TrackingTemplate } from "../orders/tracking-address.ts";

/** Which systems of the provider know what happens in a company. */
export const CompanyIntegration = z.object({
  event_url: z.string().nullable().describe("Where events are sent; null: nowhere"),
  has_event_secret: z.boolean().describe("Whether there is a secret that events are signed with"),
  tracking_url_template: z
    .string()
    .nullable()
    .describe("Where orders are tracked that have no address of their own; null: as the installation has it"),
});
export type CompanyIntegration = z.output<typeof CompanyIntegration>;

/** The only response that has the secret is the one to the request that made it. */
export const IntegrationWithSecret = CompanyIntegration.extend({
  event_secret: z.string().nullable().describe("A secret that was made just now; it is not shown again"),
});
export type IntegrationWithSecret = z.output<typeof IntegrationWithSecret>;

/** What is left out stays; an empty text is the same as none. */
export const IntegrationChanges = z.object({
  event_url: emptyAsNull(WebAddress),
  tracking_url_template: emptyAsNull(TrackingTemplate),
});
export type IntegrationChanges = z.output<typeof IntegrationChanges>;
