import { WebAddress } from "../integration/web-address.ts";

/** Stands for the number of an order in the address where a company tracks its orders. */
const TRACKING_PLACEHOLDER = "{identifier}";

export const trackingAddress = (template: string, identifier: string): string =>
  template.replaceAll(TRACKING_PLACEHOLDER, encodeURIComponent(identifier));

/** The number of an order never decides about the host. */
const FIXED_HOST = /^https?:\/\/[^/?#{}]+[/?#]/i;

export const TrackingTemplate = WebAddress.refine((template) => template.includes(TRACKING_PLACEHOLDER), {
  error: `Write ${TRACKING_PLACEHOLDER} where the number of the order belongs.`,
})
  .refine((template) => !/[{}]/.test(template.replaceAll(TRACKING_PLACEHOLDER, "")), {
    error: `Only ${TRACKING_PLACEHOLDER} is replaced: there must be no other braces.`,
  })
  .refine((template) => FIXED_HOST.test(template), {
    error: `${TRACKING_PLACEHOLDER} must come after the host.`,
  });
