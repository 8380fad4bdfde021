import { Skeleton } from "@mantine/core";
import { findProfile } from "@mcc/contract/profile/profile.api.ts";
import { Card } from "@mcc/ui/card.tsx";
import type { ReactNode } from "react";
import { Page } from "../../platform/page/page.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { MessageChoices } from "./message-choices.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";
import classes from "./profile.module.css";
import { profileTexts as texts } from "./profile.texts.ts";
import { ProfileForm } from "./profile-form.tsx";

/**
 * The user's own data, password, messages and sessions; platform admins get no messages about orders. `deputies` are who
 * stands in for the user.
 */
export const ProfilePage = ({ deputies }: { deputies?: ReactNode }) => {
  const { company } = useSessionUser();
  const { record, error, retry } = useRecord(findProfile, {}, { failed: texts.fetchFailed });
  return (
    <Page title={texts.title}>
      <div className={classes.cards}>
        <Card title={texts.person}>
          {record && <ProfileForm profile={record} />}
          {!record &&
            (error ? <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed> : <Skeleton height={320} />)}
        </Card>
        {company && <MessageChoices />}
        <Card title={texts.password}>
          <PasswordForm />
        </Card>
        <OwnSessions />
        <div className={classes.wide}>{deputies}</div>
      </div>
    </Page>
  );
};
