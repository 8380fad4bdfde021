import { batchCreateBudgets, batchCreateSites, correctRows } from "@mcc/contract/imports/imports.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { countCases } from "../battery.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { countIdsFrom, type FullCompany, setUpFullCompany } from "./full-company.ts";
import { absentIds, type IdKind, type Ids } from "./ids.ts";
import type { Kind } from "./kinds.ts";
import { endpoints, keyOf, kindsIn, sampleOf, send } from "./requests.ts";
import { mayCall } from "./rights.ts";
import { withoutUnique } from "./sample-request.ts";
import { tablesOf } from "./table-checksums.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
  // What changes is changed by the requests.
  await testServer.services.jobs.stop();
});

interface Asker {
  readonly kind: Kind;
  readonly headers: Record<string, string>;
}
const askersOf = ({ people, keys }: FullCompany): Asker[] => [
  { kind: "siteKey", headers: keys.siteKey.headers },
  { kind: "wholeKey", headers: keys.wholeKey.headers },
  ...Object.entries(people).map(([kind, { token }]) => ({
    kind: kind as Kind,
    headers: { authorization: `JWT ${token}` },
  })),
  { kind: "key", headers: keys.key.headers },
];
const mayAsk = ({ kind }: Asker, endpoint: Endpoint) => mayCall(kind, keyOf(endpoint));

/** The response to a request with one of its ids replaced, without what differs by nature: that id, and the request's. */
const answerTo = async (
  company: FullCompany,
  endpoint: Endpoint,
  [kind, id]: readonly [IdKind, Ids[IdKind]],
  { headers }: Asker,
): Promise<string> => {
  const request = sampleOf(endpoint, { ...company.ids, [kind]: id }, company);
  const { status, body } = await send(testServer, endpoint, request, headers);
  const lasting = withoutUnique(body.replace(/"request_id":"[^"]*"/, ""));
  return `${status} ${lasting.replaceAll(String(id), "(id)")}`;
};

/** Own records of another user: hidden from company admins, too. */
const PERSONAL: readonly IdKind[] = ["session", "view"];

/** What is not this user's to see, by what it is. */
const othersIds = (company: FullCompany, other: FullCompany, asker: Asker, kind: IdKind) => {
  const hidden = (company.hidden as Partial<Ids>)[kind];
  const seesAll = asker.kind === "admin" || asker.kind === "wholeKey";
  const isHidden = asker.kind !== "key" && (!seesAll || PERSONAL.includes(kind));
  return [
    ["of another company", other.ids[kind]] as const,
    ...(hidden !== undefined && isHidden ? [["hidden", hidden] as const] : []),
  ];
};

/** Asks every endpoint for what is not the user's, and for what is not there: the answers must be the same. */
const walk = async (company: FullCompany, other: FullCompany, some: readonly Endpoint[]) => {
  const walkAs = async (asker: Asker) => {
    const found: { asked: string; differs: string }[] = [];
    for (const endpoint of some.filter((one) => mayAsk(asker, one)))
      for (const kind of kindsIn(endpoint, company.ids, company)) {
        const none = await answerTo(company, endpoint, [kind, absentIds[kind]], asker);
        for (const [of, id] of othersIds(company, other, asker, kind)) {
          const answer = await answerTo(company, endpoint, [kind, id], asker);
          const asked = `${keyOf(endpoint)} as ${asker.kind}, ${kind} ${of}`;
          found.push({ asked, differs: answer === none ? "" : `${asked}:\n${answer}\nnot there:\n${none}` });
        }
      }
    return found;
  };
  return (await Promise.all(askersOf(company).map(walkAs))).flat();
};

/** What is found by the company's own ids: it is answered otherwise than an id of no record in its place. */
const found = new Set<string>();
const wanted = new Set<string>();
const findOwn = async (company: FullCompany, endpoint: Endpoint): Promise<void> => {
  const kinds = kindsIn(endpoint, company.ids, company);
  const nameOf = (kind: IdKind) => `${keyOf(endpoint)}: ${kind}`;
  for (const asker of askersOf(company).toReversed()) {
    if (!mayAsk(asker, endpoint)) continue;
    for (const kind of kinds) wanted.add(nameOf(kind));
    const open = kinds.filter((kind) => !found.has(nameOf(kind)));
    const answers = new Map<IdKind, string>();
    for (const kind of open)
      answers.set(kind, await answerTo(company, endpoint, [kind, absentIds[kind]], asker));
    const [first] = open;
    if (first === undefined) return;
    const own = await answerTo(company, endpoint, [first, company.ids[first]], asker);
    for (const kind of open) if (answers.get(kind) !== own) found.add(nameOf(kind));
  }
};

describe.each([
  ["with a hierarchy", true],
  ["without a hierarchy", false],
])("in a company %s", (_, hierarchy) => {
  let company: FullCompany;
  let other: FullCompany;
  beforeAll(async () => {
    await countIdsFrom(testServer, hierarchy ? 500_000 : 700_000);
    company = await setUpFullCompany(testServer, { hierarchy });
    await countIdsFrom(testServer, hierarchy ? 600_000 : 800_000);
    other = await setUpFullCompany(testServer, { hierarchy });
  });

  test("an id of another company or of a hidden record is answered like one of no record, and changes nothing, also with a key of the company (SEC-001, SEC-002, OPEN-003 partly)", async ({
    task,
  }) => {
    const uploads: readonly Endpoint[] = [batchCreateSites, batchCreateBudgets, correctRows];
    const isUpload = (endpoint: Endpoint) => uploads.includes(endpoint);
    const before = await tablesOf(testServer);
    const compared = await walk(
      company,
      other,
      endpoints.filter((one) => !isUpload(one)),
    );
    expect(await tablesOf(testServer)).toEqual(before);
    // Rows that cannot be saved are kept with the upload; of the other company nothing is.
    const ofOther = await tablesOf(testServer, other.companyId);
    compared.push(...(await walk(company, other, endpoints.filter(isUpload))));
    expect(await tablesOf(testServer, other.companyId)).toEqual(ofOther);
    const differences = compared.map(({ differs }) => differs).filter(Boolean);
    expect(differences.join("\n\n")).toBe("");
    expect(compared.length).toBeGreaterThan(200);
    countCases(task, compared.length);
  });

  test("the same requests are sent with the company's own ids", async () => {
    const inOrder = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    const rank = ({ method }: Endpoint) => inOrder.indexOf(method);
    for (const endpoint of endpoints.toSorted((a, b) => rank(a) - rank(b))) await findOwn(company, endpoint);
    expect(found.size).toBeGreaterThan(50);
  });
});

test("with the ids of a company's own records, the requests find them", () => {
  expect(
    [...wanted].filter((name) => !found.has(name)),
    "These are answered about the company's own record as about none, so that nothing was compared. Mend the sample request, or the records of full-company.ts.",
  ).toEqual([]);
});
