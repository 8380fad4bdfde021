import { confirmWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { call } from "../api/call.ts";

/** By which the window of the identity provider tells the page of the code of its answer. */
export const SSO_CONFIRMATION = "mcc-sso-confirmation";

const WINDOW = "popup,width=560,height=720";

/**
 * Opens the identity provider in a window of its own, so that the page keeps what was not saved, and confirms with its
 * answer. Returns what stops waiting for it. `refused` gets what went wrong.
 */
export const confirmAtProvider = (
  url: string,
  confirmed: () => void,
  refused: (error: unknown) => void,
): (() => void) => {
  const channel = new BroadcastChannel(SSO_CONFIRMATION);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    channel.close();
    call(confirmWithSso, { body: { code: String(data) } }).then(confirmed, refused);
  };
  window.open(url, SSO_CONFIRMATION, WINDOW);
  return () => channel.close();
};
