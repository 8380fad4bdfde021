import type { CheckResult } from "@mcc/contract/installation/checklist.schema.ts";
import { RuntimeConfig } from "@mcc/contract/theme/theme.schema.ts";
import { isLoopbackHost } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import { themeKey } from "../theme/theme.service.ts";
import { failed, ok, reasonOf, warning } from "./check-result.ts";

const RESPONSE_TIMEOUT = 10_000;

/** Whether the public address leads to this installation, which is known by the random key of its theme service. */
export const checkPublicAddress = async (services: Services): Promise<CheckResult> => {
  const { settings, publicUrl } = services;
  const url = publicUrl();
  const { hostname, protocol } = new URL(url);
  const onlyHere = warning(
    `Links in e-mails lead to ${url}, which works on this machine only.`,
    "Set MCC_PUBLIC_URL to the address that users open.",
  );
  if (!settings.publicUrl) return onlyHere;
  try {
    const response = await fetch(new URL("/config.json", url), {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
      redirect: "error",
    });
    const config = RuntimeConfig.safeParse(await response.json().catch(() => undefined)).data;
    const isThis = settings.theme ? config !== undefined : config?.theme.key === (await themeKey(services));
    if (!isThis) {
      return failed(
        `Another server, or a page of a proxy, responds at ${url} (status ${response.status}).`,
        "Check MCC_PUBLIC_URL, the proxy, and that MCC_HOSTS has the host name it is called by.",
      );
    }
  } catch (error) {
    return failed(
      `${url} could not be reached from the server: ${reasonOf(error)}.`,
      "Check MCC_PUBLIC_URL, its DNS record and the proxy. If users can open it, the server's own network is the reason, and nothing needs to be done.",
    );
  }
  if (isLoopbackHost(hostname)) return onlyHere;
  if (protocol === "http:") {
    return warning(
      `${url} leads here, but without encryption.`,
      "Serve it by https, and change MCC_PUBLIC_URL.",
    );
  }
  return ok(`${url} leads here.`);
};
