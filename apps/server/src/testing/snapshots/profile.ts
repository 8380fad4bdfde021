import * as preferenceQueries from "../../features/profile/notification-preferences.queries.ts";
import * as unsubscribeQueries from "../../features/profile/unsubscribe.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

export const profile: readonly SnapshotCase[] = [
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
