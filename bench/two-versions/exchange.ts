import type { FullCompany } from "@mcc/server/src/testing/every-endpoint/full-company.ts";
import type { Findings } from "../battery/stage-result.ts";
import type { Version } from "./version.ts";

type Endpoint = Version["kit"]["endpoints"][number];
type HeadersFor = Awaited<ReturnType<Version["kit"]["setUpCallers"]>>;

/** A company that one of the versions has set up, with the callers whom its endpoints serve. */
export interface Filled {
  readonly company: FullCompany;
  readonly headersFor: HeadersFor;
}

export const fill = async ({ kit, server }: Version, hierarchy: boolean): Promise<Filled> => {
  const company = await kit.setUpFullCompany(server, { hierarchy });
  return { company, headersFor: await kit.setUpCallers(server, company) };
};

const ask = ({ kit, server }: Version, endpoint: Endpoint, { company, headersFor }: Filled) =>
  kit.send(server, endpoint, kit.sampleOf(endpoint, company.ids, company), headersFor(kit.keyOf(endpoint)));

/** Moments and secrets, which are others in each response. */
const SHIFTING =
  /"(?:token|url|link|expires_at|expires|now|signature|last_used_at|last_seen_at|counted_at|request_id)":"[^"]*"/g;
const LINK = /[?&](?:token|signature|expires)=[^"&]*/g;
const ADDRESS = /http:\/\/127\.0\.0\.1(?::\d+)?/g;

/** Jobs go on between two requests. */
const MOVING = "GET /mcc-admin/jobs/";

/** What is in the first and is missing or another in the second. */
const lostIn = (one: unknown, other: unknown, path = ""): string[] => {
  if (typeof one !== "object" || one === null) return one === other ? [] : [path];
  if (typeof other !== "object" || other === null) return [path];
  return Object.entries(one).flatMap(([key, value]) =>
    lostIn(value, (other as Record<string, unknown>)[key], `${path}.${key}`),
  );
};

const parsed = (text: string): unknown => {
  const steady = text.replace(SHIFTING, '"":""').replace(LINK, "").replace(ADDRESS, "");
  try {
    return JSON.parse(steady);
  } catch {
    return steady;
  }
};

/** Every read that both know, through both: the new one says what the old one says, and more where it has more. */
export const compareReads = async (
  [old, now]: readonly [Version, Version],
  filled: Filled,
  findings: Findings,
) => {
  const figures = { asked: 0, answered: 0, onlyNew: 0 };
  const known = new Map(old.kit.endpoints.map((endpoint) => [old.kit.keyOf(endpoint), endpoint]));
  for (const endpoint of now.kit.endpoints.filter(({ method, stream }) => method === "GET" && !stream)) {
    const key = now.kit.keyOf(endpoint);
    const before = known.get(key);
    const after = await ask(now, endpoint, filled);
    if (after.status >= 500) findings.add(`${key} got ${after.status} from the new version: ${after.body}`);
    if (!before) {
      figures.onlyNew += 1;
      continue;
    }
    figures.asked += 1;
    // The request of the new version: it may name what the old one does not know.
    const answer = await ask(old, before, filled);
    if (answer.status !== after.status)
      findings.add(`${key} got ${answer.status} from the old, ${after.status} from the new version`);
    if (answer.status !== 200 || after.status !== 200) continue;
    figures.answered += 1;
    if (key === MOVING) continue;
    const lost = lostIn(parsed(answer.body), parsed(after.body));
    if (lost.length > 0) findings.add(`${key}: the versions differ in ${lost.slice(0, 5).join(", ")}`);
  }
  return figures;
};

/** What is deleted and switched off is missed by the requests after it. */
const rank = ({ method, path }: Endpoint): number => {
  if (path === "/accounts/logout/") return 2;
  return method === "DELETE" || /configuration|companies\/:id\/$/.test(path) ? 1 : 0;
};

/** Every write that a version has, once. */
export const sendWrites = async (version: Version, filled: Filled, findings: Findings): Promise<string> => {
  const { kit, name } = version;
  const statuses = new Map<number, number>();
  const writes = kit.endpoints.filter(({ method }) => method !== "GET");
  for (const endpoint of writes.toSorted((a, b) => rank(a) - rank(b))) {
    const { status, body } = await ask(version, endpoint, filled);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) findings.add(`${kit.keyOf(endpoint)} got ${status} from the ${name}: ${body}`);
  }
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
};
