import { askablePeople, createComment, orderComments } from "@mcc/contract/comments/comments.api.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages, messageHtml } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

type TestCompany = Awaited<ReturnType<typeof setUp>>;
/** Sam decides, Pat placed the order, Lea sees it, Kim sees another site. */
const setUp = async () => {
  const testCompany = await setUpApprovalCompany(testServer);
  const role = await testCompany.role("Site");
  await testCompany.rule({ roleId: role, limit: 0 });
  const people = {
    sam: await testCompany.person({ roleId: role, firstName: "Sam", lastName: "Site" }),
    pat: await testCompany.person({ firstName: "Pat", lastName: "Placer" }),
    lea: await testCompany.person({ firstName: "Lea", lastName: "Looks" }),
    kim: await testCompany.person({ sites: [await testCompany.addSite()] }),
    admin: await testCompany.person({ admin: true }),
  };
  const { identifier } = await testCompany.order("70.00", { creator: people.pat.username });
  return { ...testCompany, ...people, identifier };
};

const say = ({ identifier }: Pick<TestCompany, "identifier">, token: string, text: unknown, asks?: unknown) =>
  testServer.call(createComment, { token, params: { identifier }, body: { text, asks } as never });
const commentsOf = async ({ identifier }: Pick<TestCompany, "identifier">, token: string) => {
  const { status, body } = await testServer.call(orderComments, { token, params: { identifier } });
  expect(status).toBe(200);
  return body.results;
};
const messagesTo = async ({ companyId }: TestCompany, topic: string) => {
  const rows = await testServer.sql<{ id: number }>(
    "select id from messages where company_id = $1 and topic = $2",
    [companyId, topic],
  );
  const own = new Set(rows.map(({ id }) => id));
  return (await latestMessages(testServer.services, 1_000)).filter(({ id }) => own.has(id)).reverse();
};

describe("comments", () => {
  test("are made by everyone who sees a pending order, in order, and seen by no one else (QUES-001)", async () => {
    const testCompany = await setUp();
    for (const [token, text] of [
      [testCompany.pat.token, "  We need it on Friday.\nPlease hurry. "],
      [testCompany.lea.token, "<b>Agreed</b>"],
      [testCompany.sam.token, "Looking at it"],
      [testCompany.pat.token, "Thanks"],
    ] as const) {
      expect((await say(testCompany, token, text)).status).toBe(200);
    }
    const comments = await commentsOf(testCompany, testCompany.admin.token);
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
    for (const { token } of [testCompany.kim, stranger]) {
      expect((await say(testCompany, token, "Hello")).status).toBe(404);
      const read = await testServer.call(orderComments, {
        token,
        params: { identifier: testCompany.identifier },
      });
      const absent = await testServer.call(orderComments, { token, params: { identifier: "none" } });
      expect([read.status, absent.status]).toEqual([404, 404]);
      expect((read.body as unknown as { detail: string }).detail).toBe(
        (absent.body as unknown as { detail: string }).detail,
      );
    }
  });

  test("end with the decision, which keeps them (QUES-001)", async () => {
    const testCompany = await setUp();
    await say(testCompany, testCompany.lea.token, "Is this the right size?");
    await testCompany.approve(testCompany.sam.token, testCompany.identifier);
    expect(await say(testCompany, testCompany.lea.token, "Too late")).toMatchObject({
      status: 400,
      body: { detail: "This order is no longer waiting for approval" },
    });
    expect(await commentsOf(testCompany, testCompany.lea.token)).toHaveLength(1);
  });

  test("are bounded text, refused in words (QUES-001)", async () => {
    const testCompany = await setUp();
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
      expect(await say(testCompany, testCompany.lea.token, text)).toMatchObject({
        status: 400,
        body: { text: [message] },
      });
    }
    expect((await say(testCompany, testCompany.lea.token, "x".repeat(2_000))).status).toBe(200);
    await testServer.sql(
      `insert into order_comments (company_id, order_id, author_id, author_name, text)
       select company_id, order_id, author_id, author_name, 'More' from order_comments, generate_series(2, 200)
       where company_id = $1`,
      [testCompany.companyId],
    );
    expect(await say(testCompany, testCompany.lea.token, "One more")).toMatchObject({
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
    const testCompany = await setUp();
    await say(testCompany, testCompany.lea.token, "Is it urgent?");
    await say(testCompany, testCompany.sam.token, "Which color?", testCompany.pat.id);
    const entries = await testServer.sql(
      `select action, actor_name, record_id, details from audit_entries
       where company_id = $1 and record_type = 'order' order by id`,
      [testCompany.companyId],
    );
    expect(entries).toMatchObject([
      { action: "order.commented", actor_name: "Lea Looks", details: { text: "Is it urgent?" } },
      {
        action: "order.asked",
        actor_name: "Sam Site",
        details: { text: "Which color?", asks: "Pat Placer" },
      },
    ]);
    expect(entries.map(({ record_id }) => record_id)).toEqual([
      testCompany.identifier,
      testCompany.identifier,
    ]);
  });
});

describe("a question", () => {
  const waiting = async (testCompany: TestCompany, token: string, filter?: boolean) => {
    const query = filter === undefined ? {} : { waiting_for_answer: String(filter) };
    const { status, body } = await testServer.call(pendingList.page, { token, query } as never);
    expect(status).toBe(200);
    return (
      body as { results: { identifier: string; waiting_for_answer: { from: string } | null }[] }
    ).results
      .filter(({ identifier }) => identifier === testCompany.identifier)
      .map(({ waiting_for_answer }) => waiting_for_answer?.from ?? null);
  };

  test("marks the order as waiting for an answer until the asked user replies (QUES-002)", async () => {
    const testCompany = await setUp();
    expect(await waiting(testCompany, testCompany.lea.token)).toEqual([null]);
    const asked = await say(testCompany, testCompany.sam.token, "What is it for?", testCompany.pat.id);
    expect(asked).toMatchObject({
      status: 200,
      body: { asks: { id: testCompany.pat.id, name: "Pat Placer" } },
    });
    expect(await waiting(testCompany, testCompany.lea.token)).toEqual(["Pat Placer"]);
    expect(
      (await testCompany.look(testCompany.lea.token, testCompany.identifier)).body.waiting_for_answer,
    ).toMatchObject({
      from: "Pat Placer",
    });
    const { identifier: other } = await testCompany.order("5.00");
    expect(await waiting(testCompany, testCompany.lea.token, true)).toEqual(["Pat Placer"]);
    expect(await waiting({ ...testCompany, identifier: other }, testCompany.lea.token, true)).toEqual([]);
    // Another user's comment answers nothing.
    await say(testCompany, testCompany.lea.token, "I think I know");
    expect(await waiting(testCompany, testCompany.lea.token)).toEqual(["Pat Placer"]);
    await say(testCompany, testCompany.pat.token, "For the new rig");
    expect(await waiting(testCompany, testCompany.lea.token)).toEqual([null]);
    expect(await waiting(testCompany, testCompany.lea.token, true)).toEqual([]);
    const [question, , answer] = await commentsOf(testCompany, testCompany.lea.token);
    expect(question?.answered_at).toBe(answer?.created_at);
  });

  test("to a user who is gone waits for no answer, in the list and in the timeline", async () => {
    const testCompany = await setUp();
    await say(testCompany, testCompany.sam.token, "What is it for?", testCompany.pat.id);
    await testServer.sql("update users set deleted_at = now() where id = $1", [testCompany.pat.id]);
    expect(await waiting(testCompany, testCompany.lea.token)).toEqual([null]);
    const [question] = await commentsOf(testCompany, testCompany.lea.token);
    expect(question?.answered_at).toEqual(expect.any(String));
  });

  test("is asked by an eligible approver only, of a user who can see the order (QUES-002)", async () => {
    const testCompany = await setUp();
    for (const { token } of [testCompany.lea, testCompany.pat, testCompany.admin]) {
      expect(await say(testCompany, token, "Why?", testCompany.sam.id)).toMatchObject({
        status: 403,
        body: { detail: "Only a user who can decide about this order now can ask about it." },
      });
    }
    const elsewhere = await (await setUpApprovalCompany(testServer)).person();
    const gone = await testCompany.person();
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    for (const id of [testCompany.kim.id, elsewhere.id, gone.id, 999_999_999]) {
      expect(await say(testCompany, testCompany.sam.token, "Why?", id)).toMatchObject({
        status: 400,
        body: { asks: ["Choose a user who can see this order."] },
      });
    }
    expect(await say(testCompany, testCompany.sam.token, "Why?", testCompany.sam.id)).toMatchObject({
      status: 400,
      body: { asks: ["You can't ask yourself."] },
    });
    expect(await commentsOf(testCompany, testCompany.sam.token)).toEqual([]);
    const people = (search?: string) =>
      testServer.call(askablePeople, {
        token: testCompany.sam.token,
        params: { identifier: testCompany.identifier },
        query: search === undefined ? {} : { search },
      });
    const offered = (await people()).body.results;
    expect(offered[0]).toEqual({ id: testCompany.pat.id, name: "Pat Placer", placed_order: true });
    expect(offered.map(({ id }) => id).sort()).toEqual(
      [testCompany.pat.id, testCompany.lea.id, testCompany.admin.id].sort(),
    );
    expect((await people("looK")).body.results.map(({ name }) => name)).toEqual(["Lea Looks"]);
    expect((await people("%")).body.results).toEqual([]);
  });

  test("to a user who is deleted afterwards holds nothing up", async () => {
    const testCompany = await setUp();
    await say(testCompany, testCompany.sam.token, "Why?", testCompany.lea.id);
    await testServer.sql("update users set deleted_at = now() where id = $1", [testCompany.lea.id]);
    expect(await waiting(testCompany, testCompany.sam.token)).toEqual([null]);
  });

  test("pauses reminders until it is answered, two working days at most (REMI-005 partly)", async () => {
    const testCompany = await setUp();
    const always = { working_days: [1, 2, 3, 4, 5, 6, 7], working_from: "00:00", working_until: "24:00" };
    const body = { ...always, first_reminder_hours: 4, reminder_max: 1 };
    expect(
      (await testServer.call(updateReminderSettings, { token: testCompany.admin.token, body })).status,
    ).toBe(200);
    await say(testCompany, testCompany.sam.token, "What is it for?", testCompany.pat.id);
    /** As if all this were so many hours longer ago. */
    const pass = (hours: number) =>
      // In one statement: the reminders of every quarter of an hour may run at any moment.
      testServer.sql(
        `with steps as (update order_steps set current_since = current_since - make_interval(hours => $2)
           where company_id = $1)
         update order_comments set created_at = created_at - make_interval(hours => $2) where company_id = $1`,
        [testCompany.companyId, hours],
      );
    let runs = 0;
    const reminders = async () => {
      const key = `paused-${testCompany.companyId}-${++runs}`;
      await testServer.services.jobs.requestJob(
        "remind-approvers",
        { companyId: testCompany.companyId },
        key,
      );
      const done = "select 1 from pgboss.job where singleton_key = $1 and state = 'completed'";
      await eventually(async () => expect(await testServer.sql(done, [key])).toHaveLength(1));
      return (await messagesTo(testCompany, "reminders")).length;
    };
    await pass(47);
    expect(await reminders()).toBe(0);
    // 48 hours are two days around the clock: from then on the time of the step goes on.
    await pass(4);
    expect(await reminders()).toBe(0);
    await pass(2);
    // The run of the quarter of an hour may be writing them just now.
    await eventually(async () => expect(await reminders()).toBe(1));

    // Answered after three hours: a reminder is due one hour of the step's own time later than four.
    const second = await testCompany.order("80.00");
    await say(second, testCompany.sam.token, "And this one?", testCompany.lea.id);
    await pass(3);
    await say(second, testCompany.lea.token, "For the workshop");
    await pass(3);
    expect(await reminders()).toBe(1);
    await pass(2);
    await eventually(async () => expect(await reminders()).toBe(2));
  });
});

describe("people are told of comments", () => {
  test("by their channels: the asked user, who asked, and everyone who takes part (QUES-003)", async () => {
    const testCompany = await setUp();
    await say(testCompany, testCompany.sam.token, "What is it for?", testCompany.lea.id);
    const shown = async (topic: string) =>
      (await messagesTo(testCompany, topic))
        .map(({ recipient, subject }) => `${recipient}: ${subject}`)
        .sort();
    const about = `order ${testCompany.identifier} for $70.00`;
    expect(await shown("questions")).toEqual([`${testCompany.lea.email}: Sam Site asks you about ${about}`]);
    expect(await shown("comments")).toEqual([`${testCompany.pat.email}: Sam Site commented on ${about}`]);
    await say(testCompany, testCompany.lea.token, "For the new rig");
    expect(await shown("questions")).toEqual(
      [
        `${testCompany.lea.email}: Sam Site asks you about ${about}`,
        `${testCompany.sam.email}: Lea Looks answered you about ${about}`,
      ].sort(),
    );
    // Pat placed it. Nobody hears of their own comment, nor who sees the order and takes no part.
    expect(await shown("comments")).toEqual(
      [
        `${testCompany.pat.email}: Sam Site commented on ${about}`,
        `${testCompany.pat.email}: Lea Looks commented on ${about}`,
      ].sort(),
    );
  });

  test("escaped in HTML, as one line, and never with a link of the author (QUES-003)", async () => {
    const testCompany = await setUp();
    const hostile = '<img src=x onerror=alert(1)>\r\n"&\u202e https://evil.test/pay';
    await say(testCompany, testCompany.sam.token, hostile, testCompany.pat.id);
    const [message] = await messagesTo(testCompany, "questions");
    expect(message?.body).toContain("http://portal.test/?next=%2Forders%2F");
    expect(message?.body).not.toContain("https://evil.test");
    const html = await messageHtml(testServer.services, message?.id ?? 0);
    expect(html).toContain("&#60;img src=x onerror=alert(1)&#62;");
    expect(html).not.toContain("<img src=x");
    // The API sends it as it was written: the page shows text.
    expect((await commentsOf(testCompany, testCompany.pat.token))[0]?.text).toBe(hostile);
  });
});

describe("comments without an end", () => {
  test("are refused at a rate that nobody types, with the time to wait (ABUS-010 partly)", async () => {
    const testCompany = await setUp();
    const answers = [];
    for (let n = 0; n < 22; n++)
      answers.push(await say(testCompany, testCompany.sam.token, `Question ${n}`, testCompany.pat.id));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429, 429]);
    expect(answers.at(-1)?.body).toMatchObject({
      detail: "Too many attempts. Please wait a moment and try again.",
    });
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await commentsOf(testCompany, testCompany.pat.token)).toHaveLength(20);
    // Another author is not held up.
    expect((await say(testCompany, testCompany.lea.token, "What happens here?")).status).toBe(200);
  });

  test("reach a reader as three messages per author and order, and one that gathers the rest (ABUS-010)", async () => {
    const testCompany = await setUp();
    // Questions and comments in turn: they are topics of their own, and come from one author.
    for (let n = 0; n < 60; n++) {
      if (n % 20 === 0) await testServer.sql("delete from rate_limits");
      const asked = n % 2 === 0 ? testCompany.pat.id : undefined;
      expect((await say(testCompany, testCompany.sam.token, `Remark ${n}`, asked)).status).toBe(200);
    }
    const toPat = () =>
      testServer.sql<{ state: string; count: number }>(
        `select case state when 'kept' then 'sent' when 'waiting' then 'sent' else state end as state,
           count(*)::int as count
         from messages where user_id = $1 and channel = 'email' group by 1 order by 1`,
        [testCompany.pat.id],
      );
    expect(await toPat()).toEqual([
      { state: "held", count: 57 },
      { state: "sent", count: 3 },
    ]);
    // An answer of somebody else is sent at once, and so is a question about another order.
    await say(testCompany, testCompany.lea.token, "I know it");
    const second = await testCompany.order("80.00", { creator: testCompany.pat.username });
    await testServer.sql("delete from rate_limits");
    await say(second, testCompany.sam.token, "And this?", testCompany.pat.id);
    expect(await toPat()).toMatchObject([{ count: 57 }, { count: 5 }]);
    await testServer.sql("update recent_messages set held_until = now() where held_until is not null");
    await testServer.services.jobs.requestJob("sweep-messages", {}, crypto.randomUUID());
    await eventually(async () =>
      expect(await toPat()).toMatchObject([{ state: "gathered", count: 57 }, { count: 7 }]),
    );
    // By topic, because a reader can choose the channels of each.
    for (const [topic, count, done] of [
      ["questions", 28, "asks you about"],
      ["comments", 29, "commented on"],
    ] as const) {
      const gathered = (await messagesTo(testCompany, topic)).at(-1);
      expect(gathered).toMatchObject({
        recipient: testCompany.pat.email,
        subject: `${count} more messages about ${topic}`,
      });
      expect(gathered?.body).toContain(
        `Sam Site ${done} order ${testCompany.identifier} for $70.00 (${count} times)`,
      );
    }
  });
});

test("comments reach open pages of those who see the order (QUES-003)", async () => {
  const testCompany = await setUp();
  const [open, elsewhere] = [
    await openEventStream(testServer, testCompany.lea.token),
    await openEventStream(testServer, testCompany.kim.token),
  ];
  await say(testCompany, testCompany.sam.token, "What is it for?", testCompany.pat.id);
  await eventually(() => expect(open.received).toContain("approvals"));
  await testCompany.approve(testCompany.sam.token, testCompany.identifier);
  expect(elsewhere.received).not.toContain("approvals");
});
