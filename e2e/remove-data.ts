import { rmSync } from "node:fs";

/** The server is stopped before this runs; its data goes with it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default () => {
  if (process.env.E2E_DATA_DIR) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
};
