import { updateApprovalSettings } from "@mcc/contract/approvals/settings.api.ts";
import { askablePeople, createComment, orderComments } from "@mcc/contract/orders/comments.api.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { latestMessages, messageHtml } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
const PATIENCE = { timeout: 60_000, interval: 50 };

type Desk = Awaited<ReturnType<typeof setUp>>;
/** Sam decides, Pat placed the order, Lea sees it, Kim sees another site. */
const setUp = async () => {
  const desk = await setUpApprovalCompany(testServer);
  const role = await desk.role("Site");
  await desk.rule({ roleId: role, limit: 0 });
  const people = {
    sam: await desk.person({ roleId: role, firstName: "Sam", lastName: "Site" }),
    pat: await desk.person({ firstName: "Pat", lastName: "Placer" }),
    lea: await desk.person({ firstName: "Lea", lastName: "Looks" }),
    kim: await desk.person({ sites: [await desk.addSite()] }),
    admin: await desk.person({ admin: true }),
  };
  const { identifier } = await desk.order("70.00", { creator: people.pat.username });
  return { ...desk, ...people, identifier };
};

const say = ({ identifier }: Pick<Desk, "identifier">, token: string, text: unknown, asks?: unknown) =>
  testServer.call(createComment, { token, params: { identifier }, body: { text, asks } as never });
const commentsOf = async ({ identifier }: Pick<Desk, "identifier">, token: string) => {
  const { status, body } = await testServer.call(orderComments, { token, params: { identifier } });
  expect(status).toBe(200);
  return body.results;
};
const messagesTo = async ({ companyId }: Desk, topic: string) => {
  const rows = await testServer.sql<{ id: number }>(
    "select id from messages where company_id = $1 and topic = $2",
    [companyId, topic],
  );
  const own = new Set(rows.map(({ id }) => id));
  return (await latestMessages(testServer.platform, 1_000)).filter(({ id }) => own.has(id)).reverse();
};

describe("comments", () => {
  test("are made by everyone who sees a pending order, in order, and seen by no one else (QUES-001)", async () => {
    const desk = await setUp();
    for (const [token, text] of [
      [desk.pat.token, "  We need it on Friday.\nPlease hurry. "],
      [desk.lea.token, "<b>Agreed</b>"],
      [desk.sam.token, "Looking at it"],
      [desk.pat.token, "Thanks"],
    ] as const) {
      expect((await say(desk, token, text)).status).toBe(200);
    }
    const comments = await commentsOf(desk, desk.admin.token);
    expect(comments.map(({ author, text }) => [author.name, text])).toEqual([
      ["Pat Placer", "We need it on Friday.\nPlease hurry."],
      ["Lea Looks", "<b>Agreed</b>"],
      ["Sam Site", "Looking at it"],
      ["Pat Placer", "Thanks"],
    ]);
    expect(comments.map(({ asks, answered_at }) => [asks, answered_at])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ]);
    // Another site, another company: as if it did not exist.
    const stranger = await (await setUpApprovalCompany(testServer)).person({ admin: true });
    for (const { token } of [desk.kim, stranger]) {
      expect((await say(desk, token, "Hello")).status).toBe(404);
      const read = await testServer.call(orderComments, { token, params: { identifier: desk.identifier } });
      const absent = await testServer.call(orderComments, { token, params: { identifier: "none" } });
      expect([read.status, absent.status]).toEqual([404, 404]);
      expect((read.body as unknown as { detail: string }).detail).toBe(
        (absent.body as unknown as { detail: string }).detail,
      );
    }
  });

  test("end with the decision, which keeps them (QUES-001)", async () => {
    const desk = await setUp();
    await say(desk, desk.lea.token, "Is this the right size?");
    await desk.approve(desk.sam.token, desk.identifier);
    expect(await say(desk, desk.lea.token, "Too late")).toMatchObject({
      status: 400,
      body: { detail: "This order is no longer waiting for approval" },
    });
    expect(await commentsOf(desk, desk.lea.token)).toHaveLength(1);
  });

  test("are bounded text, refused in words (QUES-001)", async () => {
    const desk = await setUp();
    const unstorable = "This contains characters that cannot be stored.";
    for (const [text, message] of [
      ["", "Enter a comment."],
      [" \n ", "Enter a comment."],
      [undefined, "Enter a comment."],
      [7, "Enter a comment."],
      ["x".repeat(2_001), "A comment can't be longer than 2,000 characters."],
      ["a\u0000b", unstorable],
      ["a\ud800b", unstorable],
    ] as const) {
      expect(await say(desk, desk.lea.token, text)).toMatchObject({ status: 400, body: { text: [message] } });
    }
    expect((await say(desk, desk.lea.token, "x".repeat(2_000))).status).toBe(200);
    await testServer.sql(
      `insert into order_comments (company_id, order_id, author_id, author_name, text)
       select company_id, order_id, author_id, author_name, 'More' from order_comments, generate_series(2, 200)
       where company_id = $1`,
      [desk.companyId],
    );
    expect(await say(desk, desk.lea.token, "One more")).toMatchObject({
      status: 409,
      body: { detail: "This order has as many comments as an order can have." },
    });
  });

  test("can be changed or deleted by no role of the server (QUES-001)", async () => {
    const rights = await testServer.sql<{ grantee: string; privilege_type: string }>(
      `select grantee, privilege_type from information_schema.role_table_grants
       where table_name = 'order_comments' and grantee in ('mcc_request', 'mcc_platform')
         and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`,
    );
    expect(rights).toEqual([]);
  });

  test("are audited with their text", async () => {
    const desk = await setUp();
    await say(desk, desk.lea.token, "Is it urgent?");
    await say(desk, desk.sam.token, "Which color?", desk.pat.id);
    const entries = await testServer.sql(
      `select action, actor_name, record_id, details from audit_entries
       where company_id = $1 and record_type = 'order' order by id`,
      [desk.companyId],
    );
    expect(entries).toMatchObject([
      { action: "order.commented", actor_name: "Lea Looks", details: { text: "Is it urgent?" } },
      {
        action: "order.asked",
        actor_name: "Sam Site",
        details: { text: "Which color?", asks: "Pat Placer" },
      },
    ]);
    expect(entries.map(({ record_id }) => record_id)).toEqual([desk.identifier, desk.identifier]);
  });
});

describe("a question", () => {
  const waiting = async (desk: Desk, token: string, filter?: boolean) => {
    const query = filter === undefined ? {} : { waiting_for_answer: String(filter) };
    const { status, body } = await testServer.call(pendingList.page, { token, query } as never);
    expect(status).toBe(200);
    return (
      body as { results: { identifier: string; waiting_for_answer: { from: string } | null }[] }
    ).results
      .filter(({ identifier }) => identifier === desk.identifier)
      .map(({ waiting_for_answer }) => waiting_for_answer?.from ?? null);
  };

  test("marks the order as waiting for an answer until the asked user replies (QUES-002)", async () => {
    const desk = await setUp();
    expect(await waiting(desk, desk.lea.token)).toEqual([null]);
    const asked = await say(desk, desk.sam.token, "What is it for?", desk.pat.id);
    expect(asked).toMatchObject({ status: 200, body: { asks: { id: desk.pat.id, name: "Pat Placer" } } });
    expect(await waiting(desk, desk.lea.token)).toEqual(["Pat Placer"]);
    expect((await desk.look(desk.lea.token, desk.identifier)).body.waiting_for_answer).toMatchObject({
      from: "Pat Placer",
    });
    const { identifier: other } = await desk.order("5.00");
    expect(await waiting(desk, desk.lea.token, true)).toEqual(["Pat Placer"]);
    expect(await waiting({ ...desk, identifier: other }, desk.lea.token, true)).toEqual([]);
    // Another user's comment answers nothing.
    await say(desk, desk.lea.token, "I think I know");
    expect(await waiting(desk, desk.lea.token)).toEqual(["Pat Placer"]);
    await say(desk, desk.pat.token, "For the new rig");
    expect(await waiting(desk, desk.lea.token)).toEqual([null]);
    expect(await waiting(desk, desk.lea.token, true)).toEqual([]);
    const [question, , answer] = await commentsOf(desk, desk.lea.token);
    expect(question?.answered_at).toBe(answer?.created_at);
  });

  test("to a user who is gone waits for no answer, in the list and in the timeline", async () => {
    const desk = await setUp();
    await say(desk, desk.sam.token, "What is it for?", desk.pat.id);
    await testServer.sql("update users set deleted_at = now() where id = $1", [desk.pat.id]);
    expect(await waiting(desk, desk.lea.token)).toEqual([null]);
    const [question] = await commentsOf(desk, desk.lea.token);
    expect(question?.answered_at).toEqual(expect.any(String));
  });

  test("is asked by an eligible approver only, of a user who can see the order (QUES-002)", async () => {
    const desk = await setUp();
    for (const { token } of [desk.lea, desk.pat, desk.admin]) {
      expect(await say(desk, token, "Why?", desk.sam.id)).toMatchObject({
        status: 403,
        body: { detail: "Only a user who can decide about this order now can ask about it." },
      });
    }
    const elsewhere = await (await setUpApprovalCompany(testServer)).person();
    const gone = await desk.person();
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    for (const id of [desk.kim.id, elsewhere.id, gone.id, 999_999_999]) {
      expect(await say(desk, desk.sam.token, "Why?", id)).toMatchObject({
        status: 400,
        body: { asks: ["Choose a user who can see this order."] },
      });
    }
    expect(await say(desk, desk.sam.token, "Why?", desk.sam.id)).toMatchObject({
      status: 400,
      body: { asks: ["You can't ask yourself."] },
    });
    expect(await commentsOf(desk, desk.sam.token)).toEqual([]);
    const people = (search?: string) =>
      testServer.call(askablePeople, {
        token: desk.sam.token,
        params: { identifier: desk.identifier },
        query: search === undefined ? {} : { search },
      });
    const offered = (await people()).body.results;
    expect(offered[0]).toEqual({ id: desk.pat.id, name: "Pat Placer", placed_order: true });
    expect(offered.map(({ id }) => id).sort()).toEqual([desk.pat.id, desk.lea.id, desk.admin.id].sort());
    expect((await people("looK")).body.results.map(({ name }) => name)).toEqual(["Lea Looks"]);
    expect((await people("%")).body.results).toEqual([]);
  });

  test("to a user who is deleted afterwards holds nothing up", async () => {
    const desk = await setUp();
    await say(desk, desk.sam.token, "Why?", desk.lea.id);
    await testServer.sql("update users set deleted_at = now() where id = $1", [desk.lea.id]);
    expect(await waiting(desk, desk.sam.token)).toEqual([null]);
  });

  test("pauses reminders until it is answered, two working days at most (REMI-005 partly)", {
    timeout: 120_000,
  }, async () => {
    const desk = await setUp();
    const always = { working_days: [1, 2, 3, 4, 5, 6, 7], working_from: "00:00", working_until: "24:00" };
    const body = { ...always, first_reminder_hours: 4, reminder_max: 1 };
    expect((await testServer.call(updateApprovalSettings, { token: desk.admin.token, body })).status).toBe(
      200,
    );
    await say(desk, desk.sam.token, "What is it for?", desk.pat.id);
    /** As if all this were so many hours longer ago. */
    const pass = async (hours: number) => {
      const interval = "make_interval(hours => $2)";
      const set = (table: string, column: string) =>
        testServer.sql(`update ${table} set ${column} = ${column} - ${interval} where company_id = $1`, [
          desk.companyId,
          hours,
        ]);
      await Promise.all([set("order_steps", "current_since"), set("order_comments", "created_at")]);
    };
    let runs = 0;
    const reminders = async () => {
      const key = `paused-${desk.companyId}-${++runs}`;
      await testServer.platform.jobs.requestJob("remind-approvers", { companyId: desk.companyId }, key);
      const done = "select 1 from pgboss.job where singleton_key = $1 and state = 'completed'";
      await vi.waitFor(async () => expect(await testServer.sql(done, [key])).toHaveLength(1), PATIENCE);
      return (await messagesTo(desk, "reminders")).length;
    };
    await pass(47);
    expect(await reminders()).toBe(0);
    // 48 hours are two days around the clock: from then on the time of the step goes on.
    await pass(4);
    expect(await reminders()).toBe(0);
    await pass(2);
    expect(await reminders()).toBe(1);

    // Answered after three hours: a reminder is due one hour of the step's own time later than four.
    const second = await desk.order("80.00");
    await say(second, desk.sam.token, "And this one?", desk.lea.id);
    await pass(3);
    await say(second, desk.lea.token, "For the workshop");
    await pass(3);
    expect(await reminders()).toBe(1);
    await pass(2);
    expect(await reminders()).toBe(2);
  });
});

describe("people are told of comments", () => {
  test("by their channels: the asked user, who asked, and everyone who takes part (QUES-003)", async () => {
    const desk = await setUp();
    await say(desk, desk.sam.token, "What is it for?", desk.lea.id);
    const shown = async (topic: string) =>
      (await messagesTo(desk, topic)).map(({ recipient, subject }) => `${recipient}: ${subject}`).sort();
    const about = `order ${desk.identifier} for $70.00`;
    expect(await shown("questions")).toEqual([`${desk.lea.email}: Sam Site asks you about ${about}`]);
    expect(await shown("comments")).toEqual([`${desk.pat.email}: Sam Site commented on ${about}`]);
    await say(desk, desk.lea.token, "For the new rig");
    expect(await shown("questions")).toEqual(
      [
        `${desk.lea.email}: Sam Site asks you about ${about}`,
        `${desk.sam.email}: Lea Looks answered you about ${about}`,
      ].sort(),
    );
    // Pat placed it. Nobody hears of their own comment, nor who sees the order and takes no part.
    expect(await shown("comments")).toEqual(
      [
        `${desk.pat.email}: Sam Site commented on ${about}`,
        `${desk.pat.email}: Lea Looks commented on ${about}`,
      ].sort(),
    );
  });

  test("escaped in HTML, as one line, and never with a link of the author (QUES-003)", async () => {
    const desk = await setUp();
    const hostile = '<img src=x onerror=alert(1)>\r\n"&\u202e https://evil.test/pay';
    await say(desk, desk.sam.token, hostile, desk.pat.id);
    const [message] = await messagesTo(desk, "questions");
    expect(message?.body).toContain("http://portal.test/orders/");
    expect(message?.body).not.toContain("https://evil.test");
    const html = await messageHtml(testServer.platform, message?.id ?? 0);
    expect(html).toContain("&#60;img src=x onerror=alert(1)&#62;");
    expect(html).not.toContain("<img src=x");
    // The API sends it as it was written: the page shows text.
    expect((await commentsOf(desk, desk.pat.token))[0]?.text).toBe(hostile);
  });
});

test("comments reach open pages of those who see the order (QUES-003)", async () => {
  const desk = await setUp();
  const [open, elsewhere] = [
    await openEventStream(testServer, desk.lea.token),
    await openEventStream(testServer, desk.kim.token),
  ];
  await say(desk, desk.sam.token, "What is it for?", desk.pat.id);
  await vi.waitFor(() => expect(open.received).toContain("approvals"), PATIENCE);
  await desk.approve(desk.sam.token, desk.identifier);
  expect(elsewhere.received).not.toContain("approvals");
});
