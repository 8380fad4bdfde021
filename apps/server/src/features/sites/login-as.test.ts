import { createHash } from "node:crypto";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { loginAsSite, redeemLoginAs } from "@mcc/contract/sites/login-as.api.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enrollApp } from "../../testing/factors.ts";
import { addKey } from "../../testing/integration.ts";
import { addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { loginAsJobs } from "./login-as.jobs.ts";

const STOREFRONT = "https://shop.example.com/welcome?from=portal";
const SHOP_USER = "shop-Yard 7";

let testServer: TestServer;
let keyHeaders: Record<string, string>;
let companyId: number;
let roleId: number;
let site: Site;
let buyer: { id: number; token: string };

const signedIn = async (company: number, traits = {}) => {
  const { id, username } = await addPerson(testServer, company, traits);
  return { id, username, token: await tokenFor(testServer, username) };
};

const addStorefront = async (address: string | null = STOREFRONT) => {
  const id = await addCompany(testServer);
  await testServer.sql("update companies set ecommerce_url = $1 where id = $2", [address, id]);
  return id;
};

beforeAll(async () => {
  testServer = await startTestServer();
  keyHeaders = (await addKey(testServer, { scopes: ["login-as"] })).headers;
});

/** A company with one site, and someone who may log in as it. */
beforeEach(async () => {
  companyId = await addStorefront();
  roleId = await addRole(testServer, companyId, { name: "Store Keeper", impersonates: true });
  site = await addSite(testServer, companyId, { name: "Yard 7" });
  buyer = await signedIn(companyId, { firstName: "Dana", lastName: "Whitfield", roleId });
  await assignSite(testServer, site, buyer.id);
});

const ask = (token: string, id = site.id) => testServer.call(loginAsSite, { token, params: { id } });
const redeem = (token: string, headers = keyHeaders) =>
  testServer.call(redeemLoginAs, { body: { token }, headers });
const tokenIn = (address: string) => new URL(address).searchParams.get("token") ?? "";
const newToken = async (by = buyer.token, id = site.id) =>
  tokenIn((await ask(by, id)).body.auth_redirect_url);
/** What a caller can tell responses apart by. */
const refusal = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  ...(body as object),
  request_id: "",
});
const INVALID = expect.objectContaining({ status: 404, code: "login_as.invalid" });

describe("asking to log in as a site", () => {
  test("answers the company's storefront address with a token (SITE-077)", async () => {
    const { status, body } = await ask(buyer.token);
    expect(status).toBe(200);
    const { origin, pathname, searchParams } = new URL(body.auth_redirect_url);
    expect(origin + pathname).toBe("https://shop.example.com/welcome");
    expect(searchParams.get("from")).toBe("portal");
    expect(searchParams.get("token")).toMatch(/^[\w-]{43}$/);
  });

  test("stores the hash of a random token only, for 60 seconds (SEC-023 partly)", async () => {
    const tokens = [await newToken(), await newToken()];
    expect(new Set(tokens).size).toBe(2);
    const rows = await testServer.sql<{ token_hash: Buffer; seconds: string }>(
      "select *, extract(epoch from expires_at - created_at) as seconds from login_as_tokens where company_id = $1",
      [companyId],
    );
    const hashes = tokens.map((token) => createHash("sha256").update(token).digest("hex"));
    expect(rows.map(({ token_hash }) => token_hash.toString("hex")).sort()).toEqual(hashes.sort());
    expect(rows.map(({ seconds }) => Number(seconds))).toEqual([60, 60]);
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("is for those who may impersonate, and for company admins", async () => {
    const plain = await signedIn(companyId, { roleId: await addRole(testServer, companyId) });
    await assignSite(testServer, site, plain.id);
    const admin = await signedIn(companyId, { admin: true });
    expect((await ask(plain.token)).status).toBe(403);
    expect((await ask(admin.token)).status).toBe(200);
  });

  test("finds neither hidden sites, nor deleted ones, nor those of other companies (SEC-024 partly)", async () => {
    const hidden = await addSite(testServer, companyId);
    const foreign = await addSite(testServer, await addStorefront());
    const gone = await addSite(testServer, companyId);
    await assignSite(testServer, gone, buyer.id);
    await testServer.sql("update sites set deleted_at = now() where id = $1", [gone.id]);
    const absent = refusal(await ask(buyer.token, 999_999_999));
    expect(absent).toMatchObject({ status: 404, code: "not_found" });
    for (const { id } of [hidden, foreign, gone]) expect(refusal(await ask(buyer.token, id))).toEqual(absent);
    expect(
      await testServer.sql("select from login_as_tokens where company_id = $1", [companyId]),
    ).toHaveLength(0);
  });

  test("waits until a required second factor is set up; a token of before is not redeemed (SIGN-005 partly)", async () => {
    const token = await newToken();
    await testServer.sql(
      "insert into security_policies (company_id, second_factor) values ($1, 'everybody')",
      [companyId],
    );
    expect(refusal(await ask(buyer.token))).toMatchObject({ status: 403, code: "auth.enrollment_required" });
    expect(refusal(await redeem(token))).toEqual(INVALID);
    await enrollApp(testServer, buyer.token);
    expect((await redeem(await newToken())).status).toBe(200);
  });

  test("needs a company admin where the site was bought out (SITE-076)", async () => {
    await testServer.sql("update sites set buyout_site = true where id = $1", [site.id]);
    const admin = await signedIn(companyId, { admin: true });
    expect(refusal(await ask(buyer.token))).toMatchObject({ status: 403, code: "login_as.buyout" });
    expect((await ask(admin.token)).status).toBe(200);
  });

  test.each([null, "", "shop.example.com", "javascript:alert(1)"])(
    "says that there is no storefront where the address is %s",
    async (address) => {
      const company = await addStorefront(address);
      const { id } = await addSite(testServer, company);
      const admin = await signedIn(company, { admin: true });
      expect(refusal(await ask(admin.token, id))).toMatchObject({
        status: 409,
        code: "login_as.no_storefront",
        detail: "Your company has no storefront yet.",
      });
    },
  );

  test("does nothing when only the headers are asked for", async () => {
    const answer = await fetch(`${testServer.address}/api/sites/${site.id}/login-as/`, {
      method: "HEAD",
      headers: { authorization: `JWT ${buyer.token}` },
    });
    expect(answer.status).toBe(404);
    expect(
      await testServer.sql("select from login_as_tokens where company_id = $1", [companyId]),
    ).toHaveLength(0);
  });
});

describe("redeeming", () => {
  test("answers the shop user, the site, the real user and the expiry (API-029)", async () => {
    const before = Date.now();
    const { status, body } = await redeem(await newToken());
    expect(status).toBe(200);
    expect(body).toEqual({
      ecommerce_username: SHOP_USER,
      site: { id: site.id, name: "Yard 7" },
      company: { name: expect.any(String), slug_name: expect.any(String) },
      user: {
        id: buyer.id,
        username: expect.any(String),
        first_name: "Dana",
        last_name: "Whitfield",
        email: expect.any(String),
      },
      expires_at: expect.any(String),
      signed_in_until: expect.any(String),
    });
    const expires = Date.parse(body.expires_at);
    expect(expires).toBeGreaterThan(before + 50_000);
    expect(expires).toBeLessThan(Date.now() + 70_000);
    expect(Date.parse(body.signed_in_until)).toBeGreaterThan(before + 24 * 60 * 60 * 1000);
  });

  test("lasts no longer than the company lets the session last (SIGN-006 partly)", async () => {
    await testServer.sql("insert into security_policies (company_id, session_hours) values ($1, 8)", [
      companyId,
    ]);
    const [session] = await testServer.sql<{ ends: Date }>(
      `update sessions set created_at = now() - interval '3 hours' where user_id = $1
       returning created_at + interval '8 hours' as ends`,
      [buyer.id],
    );
    const { body } = await redeem(await newToken());
    expect(new Date(body.signed_in_until)).toEqual(session?.ends);
  });

  test("works once, within the time: an unknown, a redeemed and an expired token are refused alike (SEC-023)", async () => {
    const unknown = refusal(await redeem("x".repeat(43)));
    expect(unknown).toEqual(INVALID);
    const used = await newToken();
    expect((await redeem(used)).status).toBe(200);
    expect(refusal(await redeem(used))).toEqual(unknown);
    const late = await newToken();
    await testServer.sql("update login_as_tokens set expires_at = now() where redeemed_at is null");
    expect(refusal(await redeem(late))).toEqual(unknown);
  });

  test("of eight calls at once, one succeeds (SEC-023)", async () => {
    for (let round = 0; round < 3; round++) {
      const token = await newToken();
      const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(token)));
      const [won, lost] = [
        answers.filter(({ status }) => status === 200),
        answers.filter(({ status }) => status !== 200),
      ];
      expect(won).toHaveLength(1);
      for (const answer of lost) expect(refusal(answer)).toEqual(INVALID);
    }
  });

  const losses: Readonly<Record<string, () => Promise<unknown>>> = {
    "the right of the role": () =>
      testServer.sql("update roles set can_impersonate = false where id = $1", [roleId]),
    "the role": () => testServer.sql("update users set role_id = null where id = $1", [buyer.id]),
    "the site": () => testServer.sql("delete from site_users where user_id = $1", [buyer.id]),
    "a site that was bought out": () =>
      testServer.sql("update sites set buyout_site = true where id = $1", [site.id]),
    "a site that was deleted": () =>
      testServer.sql("update sites set deleted_at = now() where id = $1", [site.id]),
    "the session": () => testServer.call(signOut, { token: buyer.token }),
    "the network it was asked for in": () =>
      testServer.sql("insert into security_policies (company_id, networks) values ($1, '{203.0.113.0/24}')", [
        companyId,
      ]),
    "the account": () => testServer.sql("update users set deleted_at = now() where id = $1", [buyer.id]),
  };
  test.each(Object.keys(losses))("is refused to a user who has lost %s since (SEC-024)", async (what) => {
    const token = await newToken();
    await losses[what]?.();
    expect(refusal(await redeem(token))).toEqual(INVALID);
  });

  test("needs a key for it; a key of another company finds nothing (API-015)", async () => {
    const slugOf = async (id: number) =>
      (
        await testServer.sql<{ slug: string }>("select slug_name as slug from companies where id = $1", [id])
      )[0]?.slug;
    const orders = await addKey(testServer, { scopes: ["orders"] });
    const own = await addKey(testServer, { scopes: ["login-as"], company: await slugOf(companyId) });
    const other = await addKey(testServer, {
      scopes: ["login-as"],
      company: await slugOf(await addStorefront()),
    });
    const token = await newToken();
    expect((await redeem(token, {})).status).toBe(401);
    expect(refusal(await redeem(token, orders.headers))).toMatchObject({ status: 403, code: "key.scope" });
    expect(refusal(await redeem(token, other.headers))).toEqual(INVALID);
    expect((await redeem(token, own.headers)).status).toBe(200);
  });

  test("refuses a malformed body without failing", async () => {
    const bodies = [{}, { token: 7 }, { token: "" }, { token: "\u0000" }, { token: "a".repeat(5_000) }, []];
    for (const body of bodies) {
      const { status } = await testServer.call(redeemLoginAs, { body: body as never, headers: keyHeaders });
      expect([400, 404]).toContain(status);
    }
  });
});

test("both steps are on record, with the real user and the shop user (SEC-025)", async () => {
  await redeem(await newToken());
  const entries = await testServer.sql(
    `select action, actor_id, actor_name, record_type, record_id, details from audit_entries
     where company_id = $1 order by id`,
    [companyId],
  );
  const both = {
    actor_id: buyer.id,
    actor_name: "Dana Whitfield",
    record_type: "site",
    record_id: String(site.id),
  };
  const details = { name: "Yard 7", ecommerce_username: SHOP_USER };
  expect(entries).toEqual([
    { ...both, action: "site.login_as", details },
    { ...both, action: "site.login_as_redeemed", details: { ...details, key: "ERP" } },
  ]);
});

test("a job deletes tokens that have expired", async () => {
  await newToken();
  await testServer.sql("update login_as_tokens set expires_at = now() - interval '1 second'");
  const valid = await newToken();
  const [job] = loginAsJobs(testServer.services.database);
  await job?.work({}, new AbortController().signal);
  const kept = await testServer.sql<{ token_hash: Buffer }>("select token_hash from login_as_tokens");
  expect(kept.map(({ token_hash }) => token_hash)).toEqual([createHash("sha256").update(valid).digest()]);
});
