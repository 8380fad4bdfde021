import { demoFacts } from "./demo/fill-demo.ts";
import { readSettings } from "./env.ts";
import { makeLog } from "./platform/log.ts";
import { start } from "./start.ts";

const exitWithError = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
};

const settings = (() => {
  try {
    return readSettings(process.env);
  } catch (error) {
    return exitWithError(error);
  }
})();
const log = makeLog(settings.logLevel);

if (settings.demo && !settings.isLocal) {
  console.error(
    "WARNING: THE DEMO IS ON AND OTHERS CAN REACH IT. The passwords of its accounts are public, including the platform admin's: set MCC_DEMO=off to disable them.",
  );
}
// Stopping is possible from the first moment on, also in the middle of the start.
const stopping = new AbortController();
const running = start(settings, log, stopping.signal);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // A little earlier: whoever waits for the end kills the process at the full time.
    setTimeout(() => process.exit(1), settings.stopSeconds * 1_000 - 500).unref();
    await running
      .then(({ stop }) => stop())
      .catch((error) => error === stopping.signal.reason || log.error({ err: error }, "stopping"));
    process.exit(0);
  });
}

const { address } = await running.catch((error) =>
  stopping.signal.aborted ? new Promise<never>(() => {}) : exitWithError(error),
);
log.info({ address, role: settings.role }, "ready");
if (address) console.log(`\nManagement Control Center is ready at ${address}`);
if (address && settings.demo) {
  console.log(`\nDemo accounts, password ${demoFacts.password}:`);
  for (const { username, who } of demoFacts.accounts) console.log(`  ${username.padEnd(26)} ${who}`);
  console.log(`\nMail of the demo: ${address}/mailbox\n`);
}
