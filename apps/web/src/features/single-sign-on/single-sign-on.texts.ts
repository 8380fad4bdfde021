import type { SsoConnection, SsoKind, SsoTest } from "@mcc/contract/single-sign-on/connections.schema.ts";

const MINUTES = "Ten minutes and an admin of your identity provider are enough.";

/** What a sign-in of the person who tried a connection would do. */
const outcomeOf = ({ outcome, user, identity, refusal }: SsoTest): string => {
  const name = user?.name || user?.username || "";
  if (outcome === "known") return `Signs in ${name}, who is known by this identity already.`;
  if (outcome === "bind")
    return `Signs in ${name}, who has the same e-mail address, and knows them from then on.`;
  if (outcome === "create")
    return `Creates a user for ${identity?.email ?? "this person"} and signs them in.`;
  return `Refuses them, and says: ${refusal ?? "Nobody is signed in."}`;
};

const KIND_NAMES: Readonly<Record<SsoKind, string>> = { oidc: "OpenID Connect", saml: "SAML 2.0" };

/** Texts of the connections to identity providers and of the domains. */
export const ssoTexts = {
  title: "Single Sign-on",
  back: "Return to single sign-on",

  connections: "Identity providers",
  connectionsTable: "List of identity providers",
  connectionsFailed: "The identity providers could not be loaded",
  noConnections: `Let people sign in with your company's own accounts, such as those of Microsoft Entra ID, Okta or Google. ${MINUTES}`,
  add: "Add Identity Provider",
  addSubmit: "Continue",
  added: "The identity provider was added. It is off until it was tried.",
  addFailed: "The identity provider was not added",
  name: "Name",
  nameHint: "As people see it on the button of the login page, such as Acme account.",
  kind: "Protocol",
  kinds: KIND_NAMES,
  kindHints: {
    oidc: "The usual choice. For Entra ID, Okta, Google, Auth0, Keycloak and most others.",
    saml: "For providers without OpenID Connect, such as AD FS.",
  } satisfies Record<SsoKind, string>,
  state: "State",
  tried: "Last tried",
  never: "Never",
  actions: "Actions",
  stateOf: ({ enabled, is_complete, tested_at }: SsoConnection) => {
    if (enabled) return { tone: "good", word: "On" } as const;
    if (!is_complete) return { tone: "warn", word: "Incomplete" } as const;
    return tested_at
      ? ({ tone: "info", word: "Ready" } as const)
      : ({ tone: "warn", word: "Not tried" } as const);
  },
  stateWords: ({ enabled, is_complete, tested_at }: SsoConnection): string => {
    if (enabled) return "People can sign in with it.";
    if (!is_complete) return "It is off. Steps 1 and 2 come first.";
    return tested_at
      ? "It was tried, and the provider answers. Nobody signs in with it until you switch it on."
      : "It is off. Try it before you switch it on.";
  },
  loadFailed: "The identity provider could not be loaded",
  switchOn: "Switch On",
  switchOff: "Switch Off",
  switchedOn: "People can sign in with it from now on",
  switchedOff: "Nobody signs in with it from now on",
  switchFailed: "The identity provider was not changed",
  offTitle: "Switch off an identity provider",
  offQuestion: (name: string): string =>
    `Switch off ${name}? Nobody signs in with it until you switch it on again. Who is signed in stays signed in.`,
  deleteTitle: "Delete an identity provider",
  deleteQuestion: (name: string): string =>
    `Delete ${name}? People who sign in with it can no longer do so, and it is forgotten who they are there.`,
  delete: "Delete",
  deleted: "The identity provider was deleted",
  deleteFailed: "The identity provider was not deleted",

  step1: "Step 1 of 3: enter this at your identity provider",
  step2: "Step 2 of 3: enter this here",
  step3: "Step 3 of 3: try it",
  done: "Done",
  missing: "Missing",
  oursHint: {
    oidc: "Register a web application there, and give it these addresses.",
    saml: "Add a SAML application there, by our metadata or by hand, and give it these values. It has to send a persistent name ID, and the e-mail address as a claim: a name ID that is an address, or another one with each sign-in, is refused.",
  } satisfies Record<SsoKind, string>,
  where: "Where is this in my provider?",
  wheres: {
    oidc: [
      "Microsoft Entra ID: App registrations, New registration, platform Web.",
      "Okta: Applications, Create App Integration, OIDC, Web Application.",
      "Google: APIs & Services, Credentials, Create OAuth client ID, Web application.",
    ],
    saml: [
      "Microsoft Entra ID: Enterprise applications, New application, Single sign-on, SAML. The name ID: Attributes & Claims, Unique User Identifier, name identifier format Persistent.",
      "Okta: Applications, Create App Integration, SAML 2.0. The name ID: Name ID format Persistent.",
      "AD FS: Relying Party Trusts, Add, import from the address of our metadata. The name ID: Edit Claim Issuance Policy, outgoing name ID format Persistent Identifier.",
    ],
  } satisfies Record<SsoKind, readonly string[]>,
  redirectUrl: "Redirect address",
  signedOutUrl: "Address after signing out",
  entityId: "Entity ID, also the address of our metadata",
  acsUrl: "Assertion consumer service (reply address)",
  samlSignedOutUrl: "Logout return address",

  issuer: "Issuer",
  issuerHint: "An https:// address, such as https://login.microsoftonline.com/{tenant}/v2.0",
  clientId: "Client ID",
  secret: "Client secret",
  secretHint: "Stored encrypted and never shown again.",
  secretKept:
    "A secret is stored. Leave this empty to keep it. A new one is used from the next sign-in on, without an interruption.",
  secretShown: "**********",
  metadataUrl: "Address of the metadata",
  metadataUrlHint: "New certificates of the provider are then found by themselves.",
  metadataFile: "Or its metadata as a file",
  metadataFileHint: "An XML file from your provider, instead of the address.",
  fileChosen: (name: string): string => `${name} is sent when you save.`,
  fileTooLarge: "This file is too large for metadata.",
  entity: "Entity ID of the provider",
  certificates: "Certificates",
  validUntil: (date: string): string => `valid until ${date}`,
  createsUsers: "Create users with their first sign-in",
  createsUsersHint:
    "An unknown person of a confirmed domain becomes a user, with no rights but those that their groups give.",
  claims: "Names of claims",
  claimsHint: "Leave them empty unless a try-out shows other names.",
  emailClaim: "E-mail address",
  firstNameClaim: "First name",
  lastNameClaim: "Last name",
  groupsClaim: "Groups",
  save: "Save",
  saved: "The identity provider was saved",
  saveFailed: "The identity provider was not saved",

  silentTitle: "Your identity provider does not say when people signed in",
  silent:
    "So it cannot confirm that it is still them before they change security settings or keys: a password or a second factor of the portal has to. Let it send the claim auth_time, then try again. Microsoft Entra ID: Token configuration, Add optional claim, ID, auth_time.",
  tryHint:
    "You sign in at your identity provider, and come back to this page. It shows what the provider says of you and what would follow. Nothing is changed.",
  tryNow: "Try It Now",
  tryAgain: "Try It Again",
  tryFailed: "The identity provider could not be tried",
  tryFirst: "Complete step 2 first.",
  testFailed: "The result of the last try-out could not be loaded",
  none: "It was not tried since the last change.",
  waiting: "The identity provider has not answered yet. Sign in there, or try again.",
  refused: "The answer of the identity provider was refused",
  reference: "Reference in the sign-in log",
  passed: (at: string): string => `The identity provider answered on ${at}`,
  outcome: "What would follow",
  outcomeOf,
  confirmFirst: (domain: string): string => `Add ${domain} to the domains and confirm it, then try again.`,
  toDomains: "Domains",
  subject: "Identity",
  claimsTable: "What the provider says",
  claim: "Claim",
  values: "Values",
  noClaims: "The provider says nothing more.",

  domains: "Domains",
  domainsHint:
    "Addresses of a confirmed domain are led to your identity provider from the login page. Only these addresses are trusted to find or create users.",
  domainsTable: "List of domains",
  domainsFailed: "The domains could not be loaded",
  noDomains: "Add the domain of your company's e-mail addresses, such as example.com.",
  addDomain: "Add Domain",
  domain: "Domain",
  domainHint: "What follows the @ of your e-mail addresses, such as example.com.",
  domainAdded: "The domain was added. Enter its record in your DNS now.",
  domainAddFailed: "The domain was not added",
  record: "DNS record",
  recordHint: "Enter this record in the DNS of the domain, then check it.",
  recordName: "Name",
  recordValue: "Value",
  confirmedBy: { dns: "Confirmed by its DNS record.", platform: "Confirmed by the operator of this portal." },
  checkedAt: (at: string): string => `Last checked on ${at}.`,
  check: "Check Again",
  confirmed: "The domain is confirmed",
  checked: "The record was looked for",
  checkFailed: "The record could not be looked for",
  removeDomain: "Remove",
  removeTitle: "Remove a domain",
  removeQuestion: (domain: string): string =>
    `Remove ${domain}? Its addresses are no longer led to your identity provider. Users who have signed in with it still can.`,
  domainRemoved: "The domain was removed",
  removeFailed: "The domain was not removed",

  companyDomains: "Sign-in Domains",
  companyHint:
    "Addresses of a confirmed domain sign in with the identity provider of this company. Confirm one only if you know that it is theirs.",
  platformConfirmedBy: { dns: "By its DNS record,", platform: "By a platform admin," },
  notChecked: "Its DNS record was not looked for yet.",
  noCompanyDomains: "This company has added no domain.",
  confirm: "Confirm",
  confirmTitle: "Confirm a domain",
  confirmQuestion: (domain: string): string =>
    `Confirm that ${domain} belongs to this company? Its identity provider can then sign in everybody with an address of this domain.`,
  confirmFailed: "The domain was not confirmed",
} as const;
