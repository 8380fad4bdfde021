import { type Limit, uncountAttempt } from "../../platform/access/rate-limit.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";

const STEPS = ["lookup", "start", "token"] as const;

export const ssoLimits = (address: string, step: (typeof STEPS)[number]): readonly Limit[] => [
  { bucket: `sso:${step}:${networkOf(address)}`, max: 600, seconds: 15 * 60 },
];

/** Who has signed in takes nothing from others of their network. */
export const uncountSteps = (
  { database }: Pick<Services, "database">,
  { address }: { readonly address: string },
): Promise<void> =>
  uncountAttempt(
    database.platform,
    STEPS.flatMap((step) => ssoLimits(address, step)),
  );
