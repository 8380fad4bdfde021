import { trackingUrl } from "@mcc/contract/orders/orders.api.ts";
import { call } from "../../platform/api/call.ts";
import { toast } from "../../platform/page/toast.ts";
import { getGlobals, setGlobals } from "../../platform/state/globals.ts";
import { orderTexts as texts } from "./orders.texts.ts";

const isWebAddress = (address: string): boolean =>
  ["https:", "http:"].includes(new URL(address, location.href).protocol);

/**
 * Opens the tab during the click and navigates it once the URL is loaded: opened later, it would be blocked as a pop-up.
 * Its opener is removed by hand, because `noopener` returns no handle to navigate with.
 */
export const trackOrder = async (identifier: string): Promise<void> => {
  if (getGlobals().spinner) return;
  const tab = window.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  setGlobals({ spinner: true }); // one order at a time: a second click would open another tab
  try {
    const { order_tracking_url: address } = await call(trackingUrl, { params: { identifier } });
    if (!tab || !isWebAddress(address)) throw new Error(`No tab for ${address}`);
    tab.location.replace(new URL(address, location.href));
  } catch (error) {
    tab?.close();
    console.error(texts.trackFailed, error);
    toast.error(texts.trackFailed);
  } finally {
    setGlobals({ spinner: false });
  }
};
