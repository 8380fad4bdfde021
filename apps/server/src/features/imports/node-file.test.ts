import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
});

/** A company with the groups Corporation and Region and the root Corp. */
const company = async () => {
  const hierarchy = await setUpHierarchy(testServer);
  const { companyId } = hierarchy;
  return {
    ...hierarchy,
    send: (...lines: string[]) =>
      services.importNodes(companyId, ["name,group,parent,users,sites", ...lines].join("\n")),
    tree: async () => {
      const nodes = await testServer.sql<{ name: string; parent: string | null }>(
        `select node.name, parent.name as parent from organization_nodes node
         left join organization_nodes parent on parent.id = node.parent_id
         where node.company_id = $1 order by node.name`,
        [companyId],
      );
      return Object.fromEntries(nodes.map(({ name, parent }) => [name, parent]));
    },
  };
};

describe("a file of nodes", () => {
  test("creates them below parents that are named or given by id, in any order (PLAT-052, PLAT-056, PLAT-057)", async () => {
    const { send, tree, root, corporation, companyId } = await company();
    const answer = await send(
      "Well 1,Region,District A,,",
      "District A,region,NORTH,,",
      `North,Region,${root},,`,
      "South,Region,corp,,",
    );
    expect(answer).toEqual({ status: 200, body: { created: 4 } });
    expect(await tree()).toEqual({
      Corp: null,
      North: "Corp",
      South: "Corp",
      "District A": "North",
      "Well 1": "District A",
    });
    const groups = await testServer.sql("select id from organization_groups where company_id = $1", [
      companyId,
    ]);
    expect([groups.length, corporation]).toEqual([2, corporation]);
  });

  test("puts users and sites without a node there, who see what is below at once (PLAT-056)", async () => {
    const { send, companyId, seen, addSite } = await company();
    await addSite({ name: "Yard, East" });
    await addSite({ name: "Yard West" });
    const [one, two] = [await addPerson(testServer, companyId), await addPerson(testServer, companyId)];
    const answer = await send(
      `North,Region,Corp,${one.username},"Yard, East"`,
      `East,Region,North,${two.email.toUpperCase()},Yard West`,
    );
    expect(answer).toEqual({ status: 200, body: { created: 2 } });
    const token = await tokenFor(testServer, one.username);
    expect(await seen(token)).toEqual(["Yard West", "Yard, East"]);
    expect(await seen(await tokenFor(testServer, two.username))).toEqual(["Yard West"]);
    expect((await testServer.call(currentUser, { token })).status).toBe(200);
  });

  test("of a company without nodes brings the root and the groups", async () => {
    const { id } = await services.company({ hasCompanyHierarchy: true });
    const file = "name;group;parent;users;sites\nNorth;Region;Holding;;\nHolding;Corporation;;;";
    expect((await services.importNodes(id, file)).body).toEqual({ created: 2 });
    const groups = await testServer.sql(
      "select name from organization_groups where company_id = $1 order by name",
      [id],
    );
    expect(groups).toEqual([{ name: "Corporation" }, { name: "Region" }]);
  });

  test("is audited node by node, and as a whole", async () => {
    const { send, companyId } = await company();
    await send("North,Region,Corp,,", "South,Region,Corp,,");
    const entries = await testServer.sql(
      `select action, actor_name, record_name from audit_entries
       where company_id = $1 and action in ('node.created', 'import.created') order by id`,
      [companyId],
    );
    expect(entries).toEqual([
      { action: "node.created", actor_name: "Olive Platform", record_name: "North" },
      { action: "node.created", actor_name: "Olive Platform", record_name: "South" },
      { action: "import.created", actor_name: "Olive Platform", record_name: "import.csv" },
    ]);
  });

  test("with a bad row stores nothing, and names every bad row and column at once (PLAT-058 partly, PLAT-060 partly, PLAT-061 partly)", async () => {
    const { send, tree, companyId, node, region, root, addSite } = await company();
    const placed = await node(region, "Placed", { parent: root });
    const busy = await addPerson(testServer, companyId, { nodeId: placed });
    await addSite({ name: "Busy Yard", nodeId: placed });
    const free = await addPerson(testServer, companyId);
    const before = await tree();
    const { status, body } = await send(
      "Good,Region,Corp,,",
      ",Region,Corp,,",
      "Lost,Nowhere,Nobody,ghost,No Yard",
      "Good,Region,Corp,,",
      "Corp,Region,,,",
      `Taken,Region,Corp,${busy.username},Busy Yard`,
      `First,Region,Corp,${free.username},`,
      `Second,Region,Corp,${free.username},`,
      "=1+1,Region,Corp,,",
    );
    expect(status).toBe(400);
    expect(body.detail).toBe("7 rows have errors. Nothing was imported.");
    const by = (row: number, column: string, message: string) => ({ row, column, message });
    expect(body.errors).toEqual([
      by(3, "name", "field is required"),
      by(4, "group", "There is no group called “Nowhere”."),
      by(4, "parent", "There is no node called “Nobody”."),
      by(4, "users", "There is no user called “ghost”."),
      by(4, "sites", "There is no site called “No Yard”."),
      by(5, "name", "Row 2 has the same name."),
      by(6, "name", "There is already a node called “Corp”."),
      by(6, "parent", "The root of this company is “Corp”: name the parent of this node."),
      by(7, "users", `“${busy.username}” is at another node already.`),
      by(7, "sites", "“Busy Yard” is at another node already."),
      by(9, "users", `Row 8 has “${free.username}”, too.`),
      by(10, "name", "This is a formula. Replace it by its value."),
    ]);
    expect(await tree()).toEqual(before);
  });

  test("reports a cycle, an unknown parent and a duplicate on their rows (PLAT-058)", async () => {
    const { send, tree } = await company();
    const before = await tree();
    const { status, body } = await send(
      "A,Region,B,,",
      "B,Region,C,,",
      "C,Region,A,,",
      "Below,Region,A,,",
      "Self,Region,self,,",
      "Orphan,Region,Nobody,,",
      "Twin,Region,Corp,,",
      "TWIN,Region,Corp,,",
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { row: 2, column: "parent", message: "This node would be above itself: A → B → C → A." },
      { row: 3, column: "parent", message: "This node would be above itself: B → C → A → B." },
      { row: 4, column: "parent", message: "This node would be above itself: C → A → B → C." },
      { row: 6, column: "parent", message: "A node cannot be its own parent." },
      { row: 7, column: "parent", message: "There is no node called “Nobody”." },
      { row: 9, column: "name", message: "Row 8 has the same name." },
    ]);
    expect(await tree()).toEqual(before);
  });

  test("has names of one line", async () => {
    const { send } = await company();
    const { status, body } = await send('"North\nSea",Region,Corp,,', '"East","Reg\nion",Corp,,');
    expect(status).toBe(400);
    const message = "This can't contain line breaks or tabs.";
    expect(body.errors).toEqual([
      { row: 2, column: "name", message },
      { row: 3, column: "group", message },
    ]);
  });

  test("of thousands of nodes in reverse order is saved as a whole", async () => {
    const { send, companyId } = await company();
    const lines = Array.from(
      { length: 2_000 },
      (_, at) => `Node ${at},Region,${at % 50 === 0 ? "Corp" : `Node ${at - 1}`},,`,
    );
    expect((await send(...lines.toReversed())).body).toEqual({ created: 2_000 });
    const [counted] = await testServer.sql<{ count: string }>(
      "select count(*) from organization_nodes where company_id = $1",
      [companyId],
    );
    expect(Number(counted?.count)).toBe(2_001);
  });

  test("sent twice at the same time is saved once", async () => {
    const { send, tree } = await company();
    const answers = await Promise.all(
      [1, 2, 3].map(() => send("North,Region,Corp,,", "Below,Region,North,,")),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(Object.keys(await tree())).toHaveLength(3);
  });
});

test("the way round and the names of an error are cut when they are long", async () => {
  const { send } = await company();
  const long = (at: number) => `${at}`.padEnd(120, "n");
  const { body } = await send(
    ...Array.from({ length: 8 }, (_, at) => `${long(at)},Region,${long((at + 1) % 8)},,`),
  );
  const shown = (at: number) => `${`${at}`.padEnd(100, "n")}…`;
  expect(body.errors?.map(({ row, message }) => [row, message])).toEqual(
    Array.from({ length: 8 }, (_, at) => {
      const names = [at, at + 1, at + 2].map((one) => shown(one % 8));
      const ends = [at + 7, at].map((one) => shown(one % 8));
      return [at + 2, `This node would be above itself: ${[...names, "…", ...ends].join(" → ")}.`];
    }),
  );
});

describe("a file that cannot be used", () => {
  const HEADER = "name,group,parent,users,sites\n";
  test.each<[string, string | Buffer | null, string]>([
    ["missing", null, "You need to select a file"],
    ["empty", "", "Please select a valid file"],
    ["a header alone", HEADER, "Please select a valid file"],
    [
      "binary",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
      "This is not a CSV file. Save the spreadsheet as CSV and choose that file.",
    ],
    [
      "a zip",
      Buffer.from("PK\u0003\u0004\u0000\u0000rest"),
      "This is not a CSV file. Save the spreadsheet as CSV and choose that file.",
    ],
    [
      "with NUL",
      `${HEADER}a\u0000b,Region,Corp,,`,
      "This is not a CSV file. Save the spreadsheet as CSV and choose that file.",
    ],
    [
      "with an open quotation mark",
      `${HEADER}"A,Region,Corp,,\n`,
      "A quotation mark in row 2 is never closed. Correct it and choose the file again.",
    ],
    ["without a column", "name,parent\nA,Corp", "This file has no column called “group”."],
    [
      "with a misspelled column",
      "name,group,parnt\nA,Region,Corp",
      "The column “parnt” is not known. The columns are name, group, parent, users, sites.",
    ],
    [
      "with a column twice",
      "name,group,NAME\nA,Region,B",
      "Two columns of this sheet are called “name”. Rename one of them and choose the file again.",
    ],
    [
      "with a column without a name",
      "name,group,\nA,Region,x",
      "A column without a name has values. Name it, or delete it.",
    ],
    [
      "with too many rows",
      HEADER + "A,Region,Corp,,\n".repeat(5_001),
      "This file has more than 5,000 rows. Split it into several files.",
    ],
    [
      "with blank rows only",
      "\n".repeat(60_001),
      "This sheet has more than 60,000 rows, blank ones included. Delete the blank rows.",
    ],
    [
      "with too many blank columns",
      `${HEADER}A,Region,Corp${",".repeat(98)}`,
      "This sheet has more than 100 columns. Delete the columns that are not needed.",
    ],
    [
      "with too many names of users",
      `${HEADER}${Array.from({ length: 101 }, (_, at) => `N${at},Region,Corp,"${"u;".repeat(200)}",`).join("\n")}`,
      "This file names more than 20,000 users and sites. Split it into several files.",
    ],
  ])("is refused with a sentence: %s", async (_, file, sentence) => {
    const { companyId } = await company();
    expect(await services.importNodes(companyId, file)).toEqual({ status: 400, body: { file: [sentence] } });
  });

  test.each([5 * 1024 * 1024 + 1, 8 * 1024 * 1024])("is refused when it has %i bytes", async (size) => {
    const { companyId } = await company();
    const { status, body } = await services.importNodes(companyId, Buffer.alloc(size, "a,"));
    expect([status, body.detail]).toEqual([413, "The file is too large: it can have at most 5 MB."]);
  });

  test("is read in UTF-16 and with a byte order mark", async () => {
    const { companyId } = await company();
    const text = `${HEADER}Łódź,Region,Corp,,`;
    expect((await services.importNodes(companyId, `\uFEFF${text}`)).body).toEqual({ created: 1 });
    const wide = Buffer.from(`\uFEFF${text.replace("Łódź", "Kraków")}`, "utf16le");
    expect((await services.importNodes(companyId, wide)).body).toEqual({ created: 1 });
  });
});

describe("the company of a file", () => {
  const FILE = "name,group,parent\nA,Region,";
  test.each([undefined, "", "x", "0", "999999999", "1e3"])("%j is refused by field", async (company) => {
    const { status, body } = await services.importNodes(company, FILE);
    expect([status, body.company]).toEqual([400, ["There is no such company."]]);
  });

  test("has a hierarchy", async () => {
    for (const hasCompanyHierarchy of [null, false]) {
      const { id } = await services.company({ hasCompanyHierarchy });
      expect(await services.importNodes(id, FILE)).toEqual({
        status: 400,
        body: { company: ["This company does not have hierarchy."] },
      });
    }
  });

  test("is imported for by platform admins only; the body of others is not read", async () => {
    const { companyId, token, person } = await company();
    const regular = await person({});
    for (const other of [token, regular.token]) {
      expect((await services.importNodes(companyId, FILE, { other })).status).toBe(403);
      expect((await services.importSites(companyId, FILE, { other })).status).toBe(403);
    }
  });
});
