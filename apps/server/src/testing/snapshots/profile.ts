import * as preferenceQueries from "../../features/profile/notification-preferences.queries.ts";
import * as profileQueries from "../../features/profile/profile.queries.ts";
import * as unsubscribeQueries from "../../features/profile/unsubscribe.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

export const profile: readonly SnapshotCase[] = [
  { title: "a profile", run: ({ db }) => profileQueries.findProfile(db, 3), answer: () => [{}] },
  { title: "a profile, held while it is changed", run: ({ db }) => profileQueries.lockProfile(db, 3) },
  { title: "a change of a profile", run: ({ db }) => profileQueries.setProfile(db, 3, { phone: null }) },
  { title: "sessions", run: ({ db }) => profileQueries.sessionsOf(db, 3) },
  {
    title: "the end of a session",
    run: ({ db, sessionId }) => profileQueries.endSessions(db, 3, { id: sessionId }),
  },
  {
    title: "the end of all other sessions",
    run: ({ db, sessionId }) => profileQueries.endSessions(db, 3, { allBut: sessionId }),
  },
  { title: "whose unsubscribe link it is", run: ({ db }) => unsubscribeQueries.findSubscriber(db, 3) },
  { title: "no e-mails about a topic", run: ({ db }) => unsubscribeQueries.stopEmails(db, 7, 3, "alerts") },
  { title: "channels that the user chose", run: (scope) => preferenceQueries.chosenChannels(scope) },
  { title: "the phone", run: (scope) => preferenceQueries.ownPhone(scope), answer: () => [{}] },
  {
    title: "a choice of channels",
    run: (scope) =>
      preferenceQueries.putChannels(scope, [
        { topic: "alerts", channel: "email", enabled: true },
        { topic: "approvals", channel: "text", enabled: false },
      ]),
  },
];
