import { RuntimeConfig } from "@mcc/contract/theme/theme.schema.ts";

let loaded: RuntimeConfig | undefined;

export const loadConfig = async (): Promise<RuntimeConfig> => {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  loaded = RuntimeConfig.parse(await response.json());
  return loaded;
};

/** The runtime configuration, which is loaded before anything is rendered. */
export const config = (): RuntimeConfig => {
  if (!loaded) throw new Error("The configuration is not loaded yet.");
  return loaded;
};
