import { Anchor } from "@mantine/core";
import { displayName, type SessionUser } from "@mcc/contract/access/session.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { useQuery } from "@tanstack/react-query";
import { EnrollmentWays } from "../features/factors/enrollment-ways.tsx";
import { factorTexts as texts } from "../features/factors/factors.texts.ts";
import { SignInLayout } from "../features/sign-in/sign-in-layout.tsx";
import { queryFor } from "../platform/api/call.ts";
import { signOut } from "../platform/session/session.ts";
import { SessionFrame } from "./session-frame.tsx";

/** The only screen of a user who has to set up a second factor. The address stays: it opens afterwards. */
export const Enrollment = ({ user }: { user: SessionUser }) => {
  // The policy may change: the user is refetched when the tab gets the focus.
  useQuery(queryFor(currentUser, {}));
  return (
    <SessionFrame user={user} earlyDialogs>
      <SignInLayout
        heading={texts.enroll}
        title={texts.enroll}
        below={
          <>
            <span>{texts.signedInAs(displayName(user))}</span>
            <Anchor component="button" type="button" onClick={() => void signOut()}>
              {texts.logOut}
            </Anchor>
          </>
        }
      >
        <EnrollmentWays />
      </SignInLayout>
    </SessionFrame>
  );
};
