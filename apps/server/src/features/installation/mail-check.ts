import type { CheckResult } from "@mcc/contract/installation/checklist.schema.ts";
import type { Settings } from "../../env.ts";
import { openMailServer } from "../../platform/mail/transport.ts";
import type { Services } from "../../platform/services.ts";
import { failed, ok, reasonOf, warning } from "./check-result.ts";

const NOT_SET = warning(
  "E-mails are not sent: they are kept in the database.",
  "Set SMTP_URL to your mail server, for example smtp://user:password@mail.example.com:587.",
);

/** Never with the user and the password of the address. */
const placeOf = (smtpUrl: string): string => new URL(smtpUrl).host;

const refusal = (smtpUrl: string, error: unknown): CheckResult => {
  const { code, responseCode, response } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  const server = `The mail server ${placeOf(smtpUrl)}`;
  if (code === "EAUTH" || responseCode === 535) {
    return failed(`${server} refuses the user or the password.`, "Check both in SMTP_URL.");
  }
  if (responseCode) {
    return failed(
      `${server} responded: ${String(response).slice(0, 300)}`,
      "Check MAIL_FROM, and that the server may send from this address.",
    );
  }
  return failed(`${server} could not be used: ${reasonOf(error)}.`, "Check SMTP_URL and the network.");
};

/** Connects and signs in, without sending anything. */
export const checkMail = async (settings: Settings): Promise<CheckResult> => {
  const { smtpUrl, mailFrom } = settings;
  const server = await openMailServer(settings);
  if (!server || !smtpUrl) return NOT_SET;
  try {
    await server.verify();
  } catch (error) {
    return refusal(smtpUrl, error);
  } finally {
    server.close();
  }
  if (/@localhost\b/.test(mailFrom)) {
    return warning(
      `The mail server ${placeOf(smtpUrl)} responds, but messages come from ${mailFrom}.`,
      "Set MAIL_FROM to an address of your own domain: many receivers refuse this one.",
    );
  }
  return ok(`The mail server ${placeOf(smtpUrl)} responds. Messages come from ${mailFrom}.`);
};

/** Sent now and not by a job, so that the answer says what became of it. */
export const sendTestMail = async (
  { settings, publicUrl }: Services,
  email: string,
): Promise<CheckResult> => {
  const { smtpUrl } = settings;
  const server = await openMailServer(settings);
  if (!server || !smtpUrl) return NOT_SET;
  try {
    await server.sendMail({
      to: { name: "", address: email },
      subject: "Test of your Management Control Center",
      text: `This message was sent from the checklist of ${publicUrl()}.\n`,
    });
    return ok(`The mail server accepted a message to ${email}. See whether it arrives.`);
  } catch (error) {
    return refusal(smtpUrl, error);
  } finally {
    server.close();
  }
};
