import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { previewSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import type { SecurityPolicyChanges } from "@mcc/contract/security/security-policy.schema.ts";
import { ChangePreview } from "../../platform/records/forms/change-preview.tsx";
import classes from "./security.module.css";
import { securityTexts as texts } from "./security.texts.ts";

type Preview = Reply<typeof previewSecurityPolicy>;

const enrollWords = ({ enroll_count, enroll_users }: Preview): string => {
  const names = enroll_users.map(({ name, username }) => name || username).join(", ");
  const more = enroll_count - enroll_users.length;
  return texts.enroll(enroll_count, names + (more > 0 ? texts.andMore(more) : ""));
};

const wordsOf = (preview: Preview): string[] => {
  const { required_count, enroll_count, ended_sessions, outside_sessions, refusal } = preview;
  const words = [
    required_count > 0 ? texts.required(required_count) : undefined,
    enroll_count > 0 ? enrollWords(preview) : undefined,
    ended_sessions > 0 ? texts.ended(ended_sessions) : undefined,
    outside_sessions > 0 ? texts.outside(outside_sessions) : undefined,
    refusal ? texts.refused(refusal) : undefined,
  ].filter((line) => line !== undefined);
  return words.length > 0 ? words : [texts.nobodyAffected];
};

/** Whom the changes would affect, before they are saved. */
export const PolicyPreview = ({ body }: { body: SecurityPolicyChanges | undefined }) => (
  <ChangePreview
    endpoint={previewSecurityPolicy}
    body={body}
    title={texts.preview}
    failed={texts.previewFailed}
  >
    {(preview) => (
      <ul className={classes.lines}>
        {wordsOf(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </ChangePreview>
);
