import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { ChecklistItem, CheckResult } from "./checklist.schema.ts";

export const checkInstallation = endpoint({
  method: "GET",
  path: "/mcc-admin/checklist/:item/",
  summary: "Test one part of the installation",
  description: "Takes as long as the mail server, the storage or the public address need to respond.",
  allow: "mcc-admin",
  // An unknown item is not found, like any other record of a path.
  params: z.object({ item: z.string().transform((item) => ChecklistItem.safeParse(item).data ?? null) }),
  reply: CheckResult,
  fails: ["not_found"],
});

export const sendTestMail = endpoint({
  method: "POST",
  path: "/mcc-admin/checklist/mail/",
  summary: "Send an e-mail to the signed-in platform admin, now",
  allow: "mcc-admin",
  reply: CheckResult,
  fails: ["rate.limited"],
});
