import { trackingUrl } from "@mcc/contract/orders/orders.api.ts";
import { call } from "../../../platform/api/call.ts";
import { openTab } from "../../../platform/page/open-tab.ts";
import { toast } from "../../../platform/page/toast.ts";
import { getGlobals, setGlobals } from "../../../platform/state/globals.ts";
import { orderTexts as texts } from "../orders.texts.ts";

/** Opens the tracking page of an order in a tab of its own. */
export const trackOrder = async (identifier: string): Promise<void> => {
  if (getGlobals().spinner) return;
  const tab = openTab();
  setGlobals({ spinner: true }); // one order at a time: a second click would open another tab
  try {
    const { order_tracking_url: address } = await call(trackingUrl, { params: { identifier } });
    if (!tab) throw new Error(`No tab for ${address}`);
    tab.show(address);
  } catch (error) {
    tab?.close();
    console.error(texts.trackFailed, error);
    toast.error(texts.trackFailed);
  } finally {
    setGlobals({ spinner: false });
  }
};
