import { TOPICS } from "@mcc/contract/profile/notification-topics.ts";
import { expect, test } from "vitest";
import { alertNotice, digestNotice, manyAlertsNotice } from "../../features/alerts/alerts.texts.ts";
import { commentNotice } from "../../features/comments/comments.texts.ts";
import { outcomeNotice } from "../../features/decisions/outcome-notices.texts.ts";
import { delegationNotice } from "../../features/delegations/delegations.texts.ts";
import {
  lostApproversNotice,
  pendingNotice,
  unassignedNotice,
} from "../../features/notices/notices.texts.ts";
import { lateNotice, severalLateNotice } from "../../features/notices/reminders.texts.ts";
import { SECRET } from "../../testing/test-server.ts";
import { makeSignedLinks } from "../access/secrets/signed-links.ts";
import { letter } from "./letter.ts";
import { envelopeOf } from "./letter-envelope.ts";
import { letterText } from "./letter-text.ts";
import { MessageLink } from "./message-text.ts";

const URL_OF = "http://portal.test";
const services = { signedLinks: makeSignedLinks(SECRET), publicUrl: () => URL_OF };

const person = { id: 3, name: "Pat", email: "pat@example.com", phone: null };
const order = { identifier: "A/1 b", site: "Yard 4", orderedBy: "Sam", total: "10.00" };
const step = { name: "Lead", limit: 0 };
const decide = (what: string) => new MessageLink(URL_OF, `/decide/abc?decision=${what}`);
const offered = {
  ...{ lines: [], lineCount: 0, others: [] },
  links: { approve: decide("approve"), reject: decide("reject") },
};
const alerts = [
  { id: 1, content: "Order A/1 b was placed", site: "Yard 4", order: "A/1 b", total: "10.00" },
  { id: 2, content: "No order was placed", site: "Yard 5", order: null, total: null },
];
const found = { ...person, count: 2, alerts };
const delegation = {
  ...{ id: 1, company_id: 1, principal: person, deputy: person, cap: null, sites: [], note: "" },
  ...{ starts_at: new Date(), ends_at: new Date(), is_over: true, ended_by: null, never_began: false },
  ...{ time_zone: "UTC", decision_count: 1 },
  decisions: [{ identifier: "A/1 b", total: "10.00", is_rejected: false }],
};
const said = { identifier: "A/1 b", total: "10.00", by: "Sam", text: "Why?" };

const ORDER = "/?next=%2Forders%2FA%252F1%2520b";
const PENDING = "/?next=%2Fpending-approvals";
const ALERTS = "/?next=%2Falerts";
const RULES = "/?next=%2Falerts%2Fconfigure";
const DECIDE = ["/decide/abc?decision=approve", "/decide/abc?decision=reject"];
const digestOf = (site: string) =>
  `/?next=%2Forders%3Fsite%3D${site}%26orderDate_after%3D2026-11-15%26orderDate_before%3D2026-11-15`;

/** Without the address of the portal. */
const linksIn = (text: string) =>
  text.match(/http:\/\/portal\.test\S*/g)?.map((one) => one.slice(URL_OF.length));
const envelope = (topic: string | null) =>
  envelopeOf(services, {
    ...{ subject: "", user_id: 3, email_version: 0, topic, label: null, logo: null, accent_color: null },
  });

/** An address other than `/` would tell a reader who is signed out that something went wrong (AUTH-007). */
test.each([
  ["an approval", pendingNotice(URL_OF, "Pat", order, step, undefined), [ORDER], ORDER],
  ["a decision", pendingNotice(URL_OF, "Pat", order, step, offered), [...DECIDE, ORDER], ORDER],
  ["an order without an approver", unassignedNotice(URL_OF, "Pat", order, step, undefined), [ORDER], ORDER],
  ["lost approvers", lostApproversNotice(URL_OF, "Pat", ["A/1 b"]), [PENDING], PENDING],
  ["an outcome", outcomeNotice(URL_OF, "Pat", order, { kind: "approved", by: "Sam" }), [ORDER], ORDER],
  ["a reminder", lateNotice("reminder", URL_OF, "Pat", order, step, undefined), [ORDER], ORDER],
  [
    "several reminders",
    severalLateNotice("reminder", URL_OF, "Pat", [order]),
    [ORDER, `${PENDING}%3Frequires_my_approval%3Dtrue`],
    `${PENDING}%3Frequires_my_approval%3Dtrue`,
  ],
  [
    "a delegation",
    delegationNotice(URL_OF, delegation, true),
    [ORDER, "/?next=%2Fprofile"],
    "/?next=%2Fprofile",
  ],
  ["a delegation to the deputy", delegationNotice(URL_OF, delegation, false), [PENDING], PENDING],
  ["a comment", commentNotice(URL_OF, "Pat", said, "question"), [ORDER], ORDER],
  ["an alert", alertNotice(URL_OF, "Pat", alerts[0] as never), [ORDER, ALERTS, RULES], ORDER],
  ["an alert without an order", alertNotice(URL_OF, "Pat", alerts[1] as never), [ALERTS, RULES], ALERTS],
  ["many alerts", manyAlertsNotice(URL_OF, found), [ORDER, ALERTS, ALERTS, RULES], ALERTS],
  [
    "a digest",
    digestNotice(URL_OF, found, "DAILY", "2026-11-15"),
    [digestOf("Yard%2B4"), digestOf("Yard%2B5"), ALERTS, RULES],
    ALERTS,
  ],
])(
  "the links of %s to pages of the portal lead by way of the login page",
  (_name, { body, text }, links, short) => {
    expect(linksIn(letterText(body, envelope(null)))).toEqual(links);
    expect(linksIn(text.text)).toEqual([short]);
  },
);

test.each(TOPICS)(
  "the link below a message about %s leads to the profile by way of the login page",
  (topic) => {
    const [profile, ...others] = linksIn(letterText(letter("Pat"), envelope(topic))) ?? [];
    expect(profile).toBe("/?next=%2Fprofile");
    for (const other of others) expect(other).toMatch(/^\/unsubscribe\//);
  },
);
