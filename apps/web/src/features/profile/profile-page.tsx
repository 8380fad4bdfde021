import { Skeleton } from "@mantine/core";
import { findProfile } from "@mcc/contract/profile/profile.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import type { ReactElement } from "react";
import { Page } from "../../platform/page/page.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { MessageChoices } from "./message-choices.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PendingEmail } from "./pending-email.tsx";
import classes from "./profile.module.css";
import { profileTexts as texts } from "./profile.texts.ts";
import { ProfileForm } from "./profile-form.tsx";

const Wide = ({ cards = [] }: { cards?: readonly ReactElement[] | undefined }) =>
  cards.map((card) => (
    <div key={card.key} className={classes.wide}>
      {card}
    </div>
  ));

interface ProfilePageProps {
  /** Cards of other features, about the user's work. */
  readonly more?: readonly ReactElement[];
  /** Cards of other features, about how the user signs in. */
  readonly security?: readonly ReactElement[];
}

/** The user's own data, messages, password and sessions; platform admins get no messages about orders. */
export const ProfilePage = ({ more, security }: ProfilePageProps) => {
  const { company } = useSessionUser();
  const { record, error, retry } = useRecord(findProfile, {}, { failed: texts.fetchFailed });
  return (
    <Page title={texts.title}>
      <div className={classes.cards}>
        <Card title={texts.person}>
          {record && (
            <>
              <PendingEmail {...record} />
              <ProfileForm key={`${record.email} ${record.pending_email}`} profile={record} />
            </>
          )}
          {!record &&
            (error ? <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed> : <Skeleton height={320} />)}
        </Card>
        {company && <MessageChoices />}
        <Wide cards={more} />
        <h2 className={classes.section}>{texts.security}</h2>
        <Card title={texts.password}>
          <PasswordForm />
        </Card>
        <OwnSessions />
        <Wide cards={security} />
      </div>
    </Page>
  );
};
