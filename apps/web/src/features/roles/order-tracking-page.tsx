import { RoleSwitches } from "./role-switches.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

/** Which roles may track orders. */
export const OrderTrackingPage = () => (
  <RoleSwitches title={texts.trackingTitle} right="can_view_order_tracking" label={texts.tracking}>
    {texts.trackingHint}
  </RoleSwitches>
);
