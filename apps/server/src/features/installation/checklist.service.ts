import type { ChecklistItem, CheckResult } from "@mcc/contract/installation/checklist.schema.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { failed, ok, warning } from "./check-result.ts";
import { companiesSetUp, oldestDueJob } from "./installation.queries.ts";
import { checkMail } from "./mail-check.ts";
import { checkPublicAddress } from "./public-address-check.ts";
import { checkStorage } from "./storage-check.ts";

export { sendTestMail } from "./mail-check.ts";

const TEST_MAILS = { max: 10, seconds: 3_600 };

export const countTestMail = ({ db, who }: PlatformScope) =>
  countAttempt(db, [{ bucket: `test-mail:${who.id}`, ...TEST_MAILS }]);

/** A job is started within seconds where any worker runs, unless thousands are due. */
const PATIENCE_MINUTES = 5;

const checkJobs = async ({ database, settings }: Services): Promise<CheckResult> => {
  const waiting = await oldestDueJob(database.platform);
  if (!waiting || waiting.minutes < PATIENCE_MINUTES) return ok("Background jobs run.");
  return failed(
    `A job of the queue ${waiting.queue} has been waiting for ${waiting.minutes} minutes.`,
    settings.role === "web"
      ? "Start a process with MCC_ROLE=worker, or this one with MCC_ROLE=all."
      : "See the page Jobs and the log of the server.",
  );
};

const checkCompanies = async ({ database }: Services): Promise<CheckResult> => {
  const { companies, configured, administered } = await companiesSetUp(database.platform);
  if (companies === 0)
    return failed("There is no company yet.", "Create the first one on the page Companies.");
  if (configured === 0) {
    return warning("No company has a configuration yet.", "Open the company and create its configuration.");
  }
  if (administered === 0) {
    return warning(
      "No configured company has an administrator who can sign in.",
      "Open the company and invite one. The invitation has to be accepted.",
    );
  }
  return ok(administered === 1 ? "1 company is ready." : `${administered} companies are ready.`);
};

const checks: Record<ChecklistItem, (services: Services) => Promise<CheckResult>> = {
  mail: ({ settings }) => checkMail(settings),
  storage: checkStorage,
  "public-address": checkPublicAddress,
  jobs: checkJobs,
  "first-company": checkCompanies,
};

export const checkInstallation = (services: Services, item: ChecklistItem): Promise<CheckResult> =>
  checks[item](services);
