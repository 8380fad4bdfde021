import * as preferenceQueries from "../../features/profile/notification-preferences.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

export const profile: readonly SnapshotCase[] = [
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
