import type { SsoConnection, SsoTest } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { expect, test, vi } from "vitest";
import { type Answers, openPage } from "../../testing/open-page.tsx";
import {
  all,
  chooseRowAction,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  texts,
  toasts,
} from "../../testing/page-events.ts";

const PAGE = "/configuration/sign-in/$connectionId";
const AT = { at: "/configuration/sign-in/5" };
const DAY = "2026-03-01T09:00:00.000Z";

const connection = (more: Partial<SsoConnection> = {}): SsoConnection => ({
  ...{ id: 5, kind: "oidc", name: "Acme account", enabled: false, is_complete: true, tested_at: null },
  tells_sign_in_time: null,
  ...{ issuer: "https://id.acme.example", client_id: "portal", has_client_secret: true },
  ...{ metadata_url: null, sign_in_url: null, certificates: [], creates_users: false },
  ...{ email_claim: null, first_name_claim: null, last_name_claim: null, groups_claim: null },
  ours: {
    redirect_url: "https://portal.example/sso/oidc/callback",
    signed_out_url: "https://portal.example/",
    entity_id: "https://portal.example/sso/saml/5/metadata",
    acs_url: "https://portal.example/sso/saml/5/acs",
    saml_signed_out_url: "https://portal.example/sso/saml/5/signed-out",
  },
  ...{ created_at: DAY, updated_at: DAY, ...more },
});

const tried = (more: Partial<SsoTest> = {}): SsoTest => ({
  ...{ state: "none", at: null, problem: null, reference: null, identity: null, claims: [] },
  ...{ outcome: null, user: null, refusal: null, mapping: null, ...more },
});

const PASSED = tried({
  ...{ state: "passed", at: DAY, outcome: "bind" },
  user: { id: 3, name: "Dana Whitfield", username: "acme-dana.whitfield" },
  identity: {
    ...{ issuer: "https://id.acme.example", subject: "s-1", email: "dana@acme.example" },
    ...{ first_name: "Dana", last_name: null },
  },
  claims: [{ name: "groups", values: ["Buyers", "Staff"] }],
  mapping: {
    ...{ decides: ["role"], sources: [], claims: [] },
    matches: [
      {
        ...{ claim: "groups", value: "Buyers", node: null, sites: [], is_company_admin: false },
        role: { id: 1, name: "Buyer" },
      },
    ],
    before: { role: null, node: null, sites: [], is_company_admin: false },
    after: { role: { id: 1, name: "Buyer" }, node: null, sites: [], is_company_admin: false },
  },
});

const open = async (record: SsoConnection, answers: Answers = {}) => {
  const page = openPage(
    PAGE,
    { "/accounts/sso-connections/5/": record, "/accounts/sso-connections/5/test/": tried(), ...answers },
    AT,
  );
  await eventually(() => expect(field("Name").value).toBe("Acme account"));
  return page;
};
const overview = (answers: Answers) =>
  openPage("/configuration/sign-in", {
    "/accounts/sso-connections/": { results: [] },
    "/accounts/sso-domains/": { results: [] },
    "/accounts/directory-tokens/": { results: [], address: "https://portal.example/scim/v2" },
    "/accounts/security-policy/": { sso_required: false, emergency_admins: [], networks: [] },
    ...answers,
  });

/** The requests that change something, as they are sent. */
const sentBy = (path: string) => {
  const sent: unknown[] = [];
  const through = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, request: RequestInit) => {
    if (request.method !== "GET" && new URL(url).pathname.endsWith(path))
      sent.push(JSON.parse(String(request.body)));
    return through(url, request);
  });
  return sent;
};

test("an identity provider is added by name and protocol, and its page leads on (SSOS-001 partly)", async () => {
  const page = overview({
    "POST /accounts/sso-connections/": connection({ is_complete: false, issuer: null, client_id: null }),
  });
  await eventually(() => expect(document.body.textContent).toContain("Ten minutes and an admin"));
  const sent = sentBy("/sso-connections/");
  await click("Add Identity Provider");
  await eventually(() => field("SAML 2.0"));
  await click("Continue");
  await eventually(() => expect(document.body.textContent).toContain("Please name the connection"));
  await fill("Name", "Acme account");
  field("SAML 2.0").click();
  await click("Continue");
  await eventually(() => expect(page.path()).toBe("/configuration/sign-in/5"));
  expect(sent).toEqual([{ kind: "saml", name: "Acme account" }]);
});

test("a provider that does not say when people signed in is told at its try-out (SIGN-007 partly)", async () => {
  await open(connection({ tells_sign_in_time: false }));
  expect(document.body.textContent).toContain("does not say when people signed in");
  expect(document.body.textContent).toContain("Let it send the claim auth_time");
  await open(connection({ tells_sign_in_time: true }));
  expect(document.body.textContent).not.toContain("does not say when people signed in");
});

test("a connection is listed with its state, and deleted after a question (SSOS-001 partly)", async () => {
  overview({
    "/accounts/sso-connections/": {
      results: [
        connection({ enabled: true, tested_at: DAY }),
        connection({ id: 6, name: "Old one", kind: "saml", is_complete: false }),
      ],
    },
    "DELETE /accounts/sso-connections/6/": { detail: "Connection deleted" },
  });
  await eventually(() => expect(control("Old one")).toBeDefined());
  expect(control("Acme account")?.getAttribute("href")).toBe("/configuration/sign-in/5");
  expect(document.body.textContent).toMatch(
    /Acme account.*OpenID Connect.*On.*Old one.*SAML 2.0.*Incomplete/,
  );
  await chooseRowAction("Delete", "Old one");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Delete Old one?"));
  await click("Delete");
  await eventually(() => expect(toasts()).toEqual(["The identity provider was deleted"]));
});

test("the three steps say what to enter there and here; only what was changed is sent, and a stored secret stays unless it is replaced (SSOS-001 partly, SSOS-010 partly)", async () => {
  await open(connection(), { "PATCH /accounts/sso-connections/5/": connection() });
  expect(texts("h2").filter((title) => title.startsWith("Step"))).toEqual([
    "Step 1 of 3: enter this at your identity provider",
    "Step 2 of 3: enter this here",
    "Step 3 of 3: try it",
  ]);
  expect(texts("code")).toEqual(["https://portal.example/sso/oidc/callback", "https://portal.example/"]);
  expect(control("Copy redirect address https://portal.example/sso/oidc/callback")).toBeDefined();
  expect(field("Client secret").value).toBe("");
  expect(document.body.textContent).toContain("A secret is stored. Leave this empty to keep it.");
  const sent = sentBy("/sso-connections/5/");
  await fill("Client secret", "new-secret");
  await click("Save");
  await eventually(() => expect(toasts()).toEqual(["The identity provider was saved"]));
  expect(sent).toEqual([{ client_secret: "new-secret" }]);
  await eventually(() => expect(field("Client secret").value).toBe(""));
});

test("what the server refuses is told at its field (SSOS-001 partly)", async () => {
  const wrong = "This must be an https:// address that can be reached from here.";
  await open(connection(), {
    "PATCH /accounts/sso-connections/5/": Response.json({ issuer: [wrong] }, { status: 400 }),
  });
  await fill("Issuer", "http://10.0.0.1");
  await click("Save");
  await eventually(() => expect(document.body.textContent).toContain(wrong));
  expect(toasts()).toEqual([]);
});

test("a SAML provider takes the address of its metadata or a file, and shows its certificates (SSOS-001 partly)", async () => {
  const saml = connection({
    ...{ kind: "saml", issuer: "https://adfs.acme.example", metadata_url: "https://adfs.acme.example/m.xml" },
    certificates: [{ fingerprint: "AB:CD:EF:01:23:45:67:89:AB:CD", valid_until: "2027-05-01T12:00:00.000Z" }],
  });
  await open(saml, {
    "PATCH /accounts/sso-connections/5/": {
      ...saml,
      metadata_url: null,
      updated_at: "2026-03-02T09:00:00.000Z",
    },
  });
  expect(texts("code")).toEqual([saml.ours.entity_id, saml.ours.acs_url, saml.ours.saml_signed_out_url]);
  expect(document.body.textContent).toContain("It has to send a persistent name ID");
  expect(document.body.textContent).toMatch(/AB:CD:EF:01:23:45:67:89…, valid until/);
  expect(field("Address of the metadata").value).toBe("https://adfs.acme.example/m.xml");
  const sent = sentBy("/sso-connections/5/");
  const input = find<HTMLInputElement>("input[type=file]");
  Object.defineProperty(input, "files", { value: [new File(["<xml/>"], "metadata.xml")] });
  input?.dispatchEvent(new Event("change", { bubbles: true }));
  await eventually(() => expect(document.body.textContent).toContain("metadata.xml is sent when you save."));
  await click("Save");
  await eventually(() => expect(sent).toEqual([{ metadata: "<xml/>" }]));
  await eventually(() => expect(field("Address of the metadata").value).toBe(""));
});

test("an incomplete connection can be neither tried nor switched on (SSOS-001 partly)", async () => {
  await open(connection({ is_complete: false, issuer: null }));
  expect(document.body.textContent).toContain("Complete step 2 first.");
  expect(control("Try It Now")?.hasAttribute("disabled")).toBe(true);
  expect(control("Switch On")?.hasAttribute("disabled")).toBe(true);
});

test("a try-out leads to the provider, and comes back to the page of its connection (SSOS-001 partly)", async () => {
  await open(connection(), {
    "POST /accounts/sso-connections/5/test/": { url: "http://localhost:3000/sso/start?try=abc" },
  });
  const left = vi.spyOn(location, "assign").mockReturnValue();
  vi.spyOn(window, "open").mockReturnValue(null);
  await click("Try It Now");
  const gone = () => [...left.mock.calls, ...vi.mocked(window.open).mock.calls].map(([url]) => url);
  await eventually(() => expect(gone()).toEqual(["http://localhost:3000/sso/start?try=abc"]));
  vi.restoreAllMocks();
  const page = openPage("/configuration/sign-in", {}, { at: "/configuration/sign-in?tried=5" });
  await eventually(() => expect(page.path()).toBe("/configuration/sign-in/5"));
});

test("a provider that does not answer is told with its reason (SSOS-008 partly)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await open(connection(), {
    "POST /accounts/sso-connections/5/test/": Response.json(
      { detail: "The identity provider does not answer.", code: "sso.unreachable" },
      { status: 502 },
    ),
  });
  await click("Try It Now");
  await eventually(() => expect(toasts()).toEqual(["The identity provider could not be tried"]));
});

test("the try-out shows the claims and what would follow, and the connection is switched on then (SSOS-001 partly, SSOS-005 partly)", async () => {
  await open(connection({ tested_at: DAY }), {
    "/accounts/sso-connections/5/test/": PASSED,
    "PATCH /accounts/sso-connections/5/": connection({ tested_at: DAY, enabled: true }),
  });
  await eventually(() => expect(document.body.textContent).toContain("What would follow"));
  const shown = document.body.textContent;
  expect(shown).toContain("Signs in Dana Whitfield, who has the same e-mail address");
  expect(shown).toMatch(/groupsBuyers, Staff/);
  expect(shown).toContain("Group Buyers: role Buyer");
  const sent = sentBy("/sso-connections/5/");
  await click("Switch On");
  await eventually(() => expect(toasts()).toEqual(["People can sign in with it from now on"]));
  expect(sent).toEqual([{ enabled: true }]);
});

test("a try-out by somebody who would be refused says so, and which domain to confirm first (SSOS-001 partly)", async () => {
  await open(connection({ tested_at: DAY }), {
    "/accounts/sso-connections/5/test/": {
      ...{ ...PASSED, outcome: "refuse", user: null, unconfirmed_domain: "acme.example" },
      refusal: "Your e-mail address is not of a domain that your company has confirmed.",
    },
  });
  await eventually(() =>
    expect(document.body.textContent).toContain("Refuses them, and says: Your e-mail address"),
  );
  expect(document.body.textContent).toContain("Add acme.example to the domains and confirm it");
  expect(control("Domains")?.getAttribute("href")).toBe("/configuration/sign-in");
  expect(document.body.textContent).not.toContain("Group Buyers: role Buyer");
});

test("a refused try-out says why, with its number in the sign-in log (SSOS-001 partly)", async () => {
  await open(connection(), {
    "/accounts/sso-connections/5/test/": tried({
      ...{ state: "refused", at: DAY, problem: "The signature is wrong.", reference: "K7Q2" },
    }),
  });
  await eventually(() => expect(document.body.textContent).toContain("The signature is wrong."));
  expect(control("K7Q2")?.getAttribute("href")).toBe("/configuration/security/sign-ins?search=K7Q2");
});

const domain = (more: object = {}) => ({
  ...{ id: 2, domain: "acme.example", state: "Pending", confirmed_by: null, confirmed_at: null },
  record: { type: "TXT", name: "_mcc-sign-in.acme.example", value: "mcc-sign-in=abc" },
  ...{ checked_at: null, problem: null, created_at: DAY, ...more },
});

test("a domain is added, its record can be copied, and it is checked again (SSOS-002 partly)", async () => {
  const problem = "There is no such record yet. DNS changes may take up to a day to be seen.";
  overview({
    "/accounts/sso-domains/": { results: [domain({ problem, checked_at: DAY })] },
    "POST /accounts/sso-domains/": Response.json(
      { domain: ["Your company has this domain already."] },
      { status: 400 },
    ),
    "POST /accounts/sso-domains/2/check/": domain({ state: "Confirmed", confirmed_by: "dns" }),
  });
  await eventually(() => expect(document.body.textContent).toContain(problem));
  expect(control("Copy value mcc-sign-in=abc")).toBeDefined();
  expect(control("Copy txt name _mcc-sign-in.acme.example")).toBeDefined();
  await click("Check Again");
  await eventually(() => expect(toasts()).toEqual(["The domain is confirmed"]));
  await click("Add Domain");
  await eventually(() => expect(find("[role=dialog] form")).not.toBeNull());
  await fill("Domain", "not a domain");
  find<HTMLFormElement>("[role=dialog] form")?.requestSubmit();
  await eventually(() =>
    expect(document.body.textContent).toContain("This must be a domain such as example.com."),
  );
  await fill("Domain", "acme.example");
  find<HTMLFormElement>("[role=dialog] form")?.requestSubmit();
  await eventually(() =>
    expect(document.body.textContent).toContain("Your company has this domain already."),
  );
});

test("a platform admin confirms a domain of a company after a question (SSOS-002 partly)", async () => {
  const { CompanyDomains } = await import("./company-domains.tsx");
  const { renderPage } = await import("../../testing/render-page.tsx");
  const { person } = await import("@mcc/contract/testing/people.ts");
  const sent: string[] = [];
  renderPage(
    () => <CompanyDomains companyId={9} />,
    person({ is_mcc_admin: true }),
    ({ method, url: { pathname } }) => {
      if (method !== "GET") sent.push(`${method} ${pathname.replace("/api", "")}`);
      return method === "GET" ? { results: [domain()] } : domain({ state: "Confirmed" });
    },
  );
  await eventually(() => expect(control("Confirm acme.example")).toBeDefined());
  await click("Confirm acme.example");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("acme.example belongs to this"),
  );
  expect(sent).toEqual([]);
  await click("Confirm");
  await eventually(() => expect(sent).toEqual(["POST /mcc-admin/companies/9/sso-domains/2/confirm/"]));
  expect(
    all("[role=alert]")
      .map(({ textContent }) => textContent)
      .join(""),
  ).toBe("");
});
