import { trackingUrl } from "@mcc/contract/orders/orders.api.ts";
import { call } from "../../platform/api/call.ts";
import { toast } from "../../platform/page/toast.ts";
import { getGlobals, setGlobals } from "../../platform/state/globals.ts";
import { orderTexts as texts } from "./orders.texts.ts";

const isWebAddress = (address: string): boolean =>
  ["https:", "http:"].includes(new URL(address, location.href).protocol);

/**
 * The tab is opened by the click itself and sent on when the address has come: opened later, it would be blocked as a
 * pop-up. It is cut off from this page, as `noopener` would do, which gives no handle to send it on with.
 */
export const trackOrder = async (identifier: string): Promise<void> => {
  if (getGlobals().spinner) return;
  const tab = window.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  setGlobals({ spinner: true }); // one order at a time: a second click would open a second tab
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
