import { useDebouncedValue } from "@mantine/hooks";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { previewSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import type { SecurityPolicyChanges } from "@mcc/contract/security/security-policy.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import classes from "./security.module.css";
import { securityTexts as texts } from "./security.texts.ts";

const TYPING_MS = 400;

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

/** Whom the changes would affect, before they are saved; undefined while they are not valid. */
export const PolicyPreview = ({ body: changes }: { body: SecurityPolicyChanges | undefined }) => {
  const typed = changes && JSON.stringify(changes);
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const body: SecurityPolicyChanges = asked === undefined ? {} : JSON.parse(asked);
  const { data, error } = useQuery({
    ...queryFor(previewSecurityPolicy, { body }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const words = error ? [texts.previewFailed] : data && wordsOf(data);
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      <h2 className={classes.heading}>{texts.preview}</h2>
      <div role="status" aria-busy={data === undefined && !error}>
        <ul className={classes.lines}>
          {words?.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </section>
  );
};
