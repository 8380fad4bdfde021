import { accessCoverage } from "@mcc/contract/access/access-questions.api.ts";
import { replaceAccessMappings } from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { delegations } from "@mcc/contract/delegations/delegations.api.ts";
import { directoryLog } from "@mcc/contract/directory/directory.api.ts";
import { currentUser, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { findUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openBrowser, tokenSentTo } from "../../testing/decision-mail.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { eventually } from "../../testing/eventually.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { PASSWORD } from "../../testing/people.ts";
import { openDirectory, USER } from "../../testing/scim.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

/** A role approves every order; Sam and Pat have it, Pat at the first site only. */
const setUp = async () => {
  const company = await setUpApprovalCompany(testServer);
  const roleId = await company.role("Site manager");
  await company.rule({ roleId, limit: 0 });
  const other = await company.addSite({ name: "Rig 117" });
  const sam = await company.person({
    roleId,
    firstName: "Sam",
    lastName: "Site",
    sites: [company.site, other],
  });
  const pat = await company.person({ roleId, firstName: "Pat", lastName: "Manager" });
  const admin = await company.person({ admin: true, firstName: "Ada", lastName: "Admin" });
  const directory = await openDirectory(testServer, company.companyId);
  const deactivate = (id: number) =>
    directory.patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" });
  return { ...company, roleId, other, sam, pat, admin, directory, deactivate };
};

/** What is not covered anymore, the latest first. */
const toldTo = async ({ email }: { email: string }) =>
  (await latestMessages(testServer.services, 200)).filter(
    ({ recipient, subject }) => recipient === email && subject.startsWith("No one can approve"),
  );

test("deactivation ends sessions, streams, delegations and decision links with the next request (SCIM-006 partly)", async () => {
  const { sam, pat, admin, companyId, order, approve, deactivate, directory } = await setUp();
  await testServer.sql(
    "update company_configurations set decide_without_sign_in = true where company_id = $1",
    [companyId],
  );
  await addDelegation(testServer, companyId, sam.id, pat.id);
  const { identifier } = await order("80.00");
  const link = await tokenSentTo(mail, sam.email, identifier);
  const browser = openBrowser(testServer, link);
  expect((await browser.open()).status).toBe(200);
  const stream = await openEventStream(testServer, sam.token);
  await stream.hears(1);
  expect((await testServer.call(currentUser, { token: sam.token })).status).toBe(200);

  expect((await deactivate(sam.id)).status).toBe(204);

  expect((await testServer.call(currentUser, { token: sam.token })).status).toBe(401);
  expect((await approve(sam.token, identifier)).status).toBe(401);
  expect((await browser.open()).status).toBe(404);
  expect(await stream.ended).toBe("ended");
  const credentials = { username: sam.username, password: PASSWORD };
  expect((await testServer.call(signIn, { body: credentials })).status).toBe(401);
  const { body: given } = await testServer.call(delegations, { token: admin.token });
  expect(given.results).toMatchObject([{ state: "ended" }]);
  const { body: user } = await testServer.call(findUser, { token: admin.token, params: { id: sam.id } });
  expect(user).toMatchObject({ is_active: false, role: { name: "Site manager" } });
  // Pat goes on, by their own right.
  expect((await approve(pat.token, identifier)).status).toBe(200);

  await directory.patch(`/Users/${sam.id}`, { op: "replace", path: "active", value: true });
  expect((await testServer.call(currentUser, { token: sam.token })).status).toBe(401);
  expect((await testServer.call(signIn, { body: credentials })).status).toBe(200);
});

test("company admins are told which rules and sites nobody covers any more (SCIM-006)", async () => {
  const { sam, pat, admin, order, approve, deactivate, companyId, site } = await setUp();
  const told = () => toldTo(admin);
  const uncovered = async () => (await testServer.call(accessCoverage, { token: admin.token })).body;
  await deactivate(sam.id);
  // At the first site Pat is left, at the other one nobody.
  const [message] = await told();
  expect(message?.subject).toBe("No one can approve in place of Sam Site");
  expect(message?.body).toContain("Sam Site was deactivated by your company's directory.");
  expect(message?.body).toContain(
    "The approvals of the role Site manager are pending for no one at Rig 117.",
  );
  expect(message?.body).not.toContain(site.name);
  await eventually(() =>
    expect(mail.received.some(({ to, shown }) => to === admin.email && shown.includes("Rig 117"))).toBe(true),
  );
  expect(JSON.stringify(await uncovered())).toContain("Rig 117");
  const { body: log } = await testServer.call(directoryLog.page, { token: admin.token });
  expect(log.results).toMatchObject([
    {
      action: "Deactivated",
      record: sam.username,
      result: "Done",
      detail:
        "Kept by the directory from now on. The approvals of the role Site manager are pending for no one at Rig 117.",
    },
  ]);
  // A second time, nothing happens.
  await deactivate(sam.id);
  expect(await told()).toHaveLength(1);
  await deactivate(pat.id);
  expect(await told()).toHaveLength(2);
  // What is pending for no one is decided by company admins.
  const { identifier } = await order("80.00");
  expect((await approve(admin.token, identifier)).status).toBe(200);
  const audited = await testServer.sql(
    "select actor_name, record_name from audit_entries where company_id = $1 and action = 'user.deactivated' order by id",
    [companyId],
  );
  expect(audited).toEqual([
    { actor_name: "Directory (Entra ID)", record_name: sam.username },
    { actor_name: "Directory (Entra ID)", record_name: pat.username },
  ]);
});

test("who loses a role with a group is told to company admins too, once for each change (SCIM-006 partly)", async () => {
  const { sam, pat, admin, roleId, site, directory, deactivate } = await setUp();
  const told = () => toldTo(admin);
  const mappings = [{ claim: "groups", value: "Approvers", role_id: roleId }];
  await testServer.call(replaceAccessMappings, {
    token: admin.token,
    body: { version: 0, mappings } as never,
  });
  const { body: group } = await directory.createGroup("Approvers", [String(sam.id), String(pat.id)]);
  const remove = (id: number) =>
    directory.patch(`/Groups/${group.id}`, { op: "remove", path: "members", value: [{ value: String(id) }] });
  await remove(sam.id);
  // At the first site Pat is left, at the other one nobody.
  const [message, ...others] = await told();
  expect(others).toEqual([]);
  expect(message?.subject).toBe("No one can approve some orders since the group Approvers was changed");
  expect(message?.body).toContain("The group Approvers was changed by your company's directory.");
  expect(message?.body).toContain(
    "The approvals of the role Site manager are pending for no one at Rig 117.",
  );
  const { body: log } = await testServer.call(directoryLog.page, { token: admin.token });
  expect(log.results[0]).toMatchObject({
    action: "Changed",
    record: "Approvers",
    detail: "1 member was removed. The approvals of the role Site manager are pending for no one at Rig 117.",
  });
  await deactivate(sam.id);
  expect(await told()).toHaveLength(1);
  await directory.send("DELETE", `/Groups/${group.id}`);
  const bodies = (await told()).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies.find((body) => body.includes("was deleted"))).toContain(
    `The approvals of the role Site manager are pending for no one at ${site.name}.`,
  );
});

test("who loses a node with a group is told to company admins too (SCIM-006 partly)", async () => {
  const { companyId, admin, token, root, child, addSite, role, rule, person } =
    await setUpHierarchy(testServer);
  const north = await child("North", root);
  await addSite({ name: "Yard 9", nodeId: north });
  await addSite({ name: "Harbor", nodeId: root });
  const roleId = await role("Site manager");
  await rule({ roleId, limit: 0 });
  const sam = await person({ roleId, sites: [] });
  const directory = await openDirectory(testServer, companyId);
  const mappings = [{ claim: "groups", value: "North crew", node: north }];
  await testServer.call(replaceAccessMappings, { token, body: { version: 0, mappings } as never });
  const { body: group } = await directory.createGroup("North crew", [String(sam.id)]);
  expect(await toldTo(admin)).toEqual([]);
  await directory.patch(`/Groups/${group.id}`, { op: "remove", path: "members" });
  const [message, ...others] = await toldTo(admin);
  expect(others).toEqual([]);
  expect(message?.body).toContain("The approvals of the role Site manager are pending for no one at Yard 9.");
  expect(message?.body).not.toContain("Harbor");
});

test("a deletion is told too, also while orders are pending for the user (SCIM-006 partly)", async () => {
  const { sam, admin, order, other, directory, look } = await setUp();
  const { identifier } = await order("80.00", { site: other });
  expect((await directory.send("DELETE", `/Users/${sam.id}`)).status).toBe(204);
  const [found] = await toldTo(admin);
  expect(found?.body).toContain("Sam Site was deleted by your company's directory.");
  expect((await look(admin.token, identifier)).status).toBe(200);
});

test("the last company admin who can sign in stays, and the directory reads why (SCIM-006 partly)", async () => {
  const { admin, deactivate, directory, person } = await setUp();
  const refused = await deactivate(admin.id);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      detail: "This is the last company admin who can sign in: appoint another one in the portal first.",
    },
  });
  expect((await directory.send("DELETE", `/Users/${admin.id}`)).status).toBe(409);
  expect((await testServer.call(currentUser, { token: admin.token })).status).toBe(200);
  const second = await person({ admin: true });
  const answers = await Promise.all([deactivate(admin.id), deactivate(second.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test("the address of an emergency admin stays, as a link that sets their password would be sent there (SCIM-008 partly)", async () => {
  const { admin, companyId, directory, person } = await setUp();
  const change = (id: number, email: string) =>
    directory.patch(`/Users/${id}`, { op: "replace", path: 'emails[type eq "work"].value', value: email });
  await testServer.sql(
    `insert into security_policies (company_id, emergency_admins) values ($1, $2)
     on conflict (company_id) do update set emergency_admins = excluded.emergency_admins`,
    [companyId, [admin.id]],
  );
  expect(await change(admin.id, "else@directory.example.com")).toMatchObject({
    status: 400,
    body: {
      scimType: "mutability",
      detail:
        "emails: This user is an emergency admin, whose address stays. Name another one in the portal first.",
    },
  });
  expect((await change(admin.id, admin.email.toUpperCase())).status).toBe(204);
  // Some directories send the whole user to deactivate them: the deactivation counts, the address stays.
  const second = await person({ admin: true });
  await testServer.sql("update security_policies set emergency_admins = $2 where company_id = $1", [
    companyId,
    [admin.id, second.id],
  ]);
  const emails = [{ value: "else@directory.example.com", type: "work", primary: true }];
  const whole = { schemas: [USER], userName: second.username, emails };
  const put = (active: boolean) => directory.send("PUT", `/Users/${second.id}`, { ...whole, active });
  expect((await put(true)).status).toBe(400);
  expect(await put(false)).toMatchObject({
    status: 200,
    body: { active: false, emails: [{ value: second.email }] },
  });
  await testServer.sql("update security_policies set emergency_admins = '{}' where company_id = $1", [
    companyId,
  ]);
  expect((await change(admin.id, "else@directory.example.com")).status).toBe(204);
});
