import type { Services } from "../../platform/services.ts";

/** People tidy up their mail much later; the link can do nothing but end a report for one reader. */
const VALID_SECONDS = 400 * 24 * 60 * 60;

export interface ReportEnd {
  readonly reportId: number;
  readonly userId: number;
  /** Of the address that the e-mail goes to: with another address of the user the link ends. */
  readonly emailVersion: number;
}

/** A link that ends a report for one reader, without a sign-in. */
export const endLink = (
  { signedLinks, publicUrl }: Pick<Services, "signedLinks" | "publicUrl">,
  { reportId: report, userId: user, emailVersion: email }: ReportEnd,
): string => {
  const token = signedLinks.sign("report", { report, user, email }, VALID_SECONDS);
  return new URL(`/end-report/${token}`, publicUrl()).href;
};

export const readEndLink = (
  { signedLinks }: Pick<Services, "signedLinks">,
  token: string,
): ReportEnd | undefined => {
  const { report, user, email } = signedLinks.verify("report", token) ?? {};
  return typeof report === "number" && typeof user === "number" && typeof email === "number"
    ? { reportId: report, userId: user, emailVersion: email }
    : undefined;
};
