import type { ChecklistItem, CheckResult } from "@mcc/contract/installation/checklist.schema.ts";

export const checklistTexts = {
  section: "MCC Admin",
  title: "Checklist",
  intro: "What an installation needs before the first company can work. Each part is tested now.",
  items: {
    mail: "E-mail",
    storage: "Storage of documents",
    "public-address": "Public address",
    jobs: "Background jobs",
    "first-company": "First company",
  } satisfies Record<ChecklistItem, string>,
  states: { ok: "Works", warning: "Look at this", failed: "Does not work" } satisfies Record<
    CheckResult["state"],
    string
  >,
  testing: "Testing…",
  testAgain: "Test again",
  notTested: "This could not be tested.",
  sendTestMail: "Send me a test e-mail",
  companies: "Open Companies",
  jobs: "Open Jobs",
} as const;
