import { createHash } from "node:crypto";
import { displayName } from "@mcc/contract/access/session.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { makeRecentCache } from "../access/recent-cache.ts";
import type { OpenScope } from "../access/scope.ts";
import type { Services } from "../services.ts";

/** What belongs to the reader, and accompanies every page. */
const OWN = /^\/(?:accounts\/preferences|lists|alerts\/unread)\//;
const PARTS = /(?:suggestions|sum|count)\/$/;
/** A page that stays open for longer is another view. */
const ONE_VIEW_MS = 10 * 60_000;
const MOST_VIEWS = 10_000;
const MOST_CHARACTERS = 200;
/** The most rows of a page that support reads at once. */
const MOST_ROWS = 100;
const PAGE = /^\w{1,20} (\/\S{0,199})$/;

const noted = makeRecentCache<string, number>(MOST_VIEWS);

/** What was read: the record with its parts, or the list. */
const recordOf = ({ path }: Endpoint, { url }: FastifyRequest): string => {
  const place = path.split("/").findLastIndex((part) => part.startsWith(":"));
  if (place < 0) return path.replace(PARTS, "");
  const [sent = ""] = url.split("?");
  const parts = sent.replace(/^\/api(?=\/)/, "").split("/");
  return `${parts.slice(0, place + 1).join("/")}/`.slice(0, MOST_CHARACTERS);
};

/** Which rows were read, whatever the order of the parameters: another part of a list is another view. */
const partOf = ({ url }: FastifyRequest): string => {
  const query = new URLSearchParams(url.split("?").slice(1).join("?"));
  const said = [...query].filter(
    ([key, value]) => value !== "" && key !== "limit" && !(key === "offset" && Number(value) === 0),
  );
  const text = new URLSearchParams(said.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
  return text && `?${text}`;
};

/** A list is read page by page, each of which is a view; selectors get names only, of all there are. */
export const mustBeOnePage = (input: unknown): void => {
  const { query } = input as { readonly query?: { readonly [key: string]: unknown } };
  if (query?.ordering === undefined || query.liteVersion === true) return;
  if (Number(query.limit) > MOST_ROWS) fail("support.read_only");
};

/**
 * Writes into the audit of the company what its support access reads, before it is read: once for each view of a page,
 * which the browser names, and each record or part of a list. What is read does not depend on what the browser says.
 */
export const noteSupportView = async (
  { database }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { company: { who, companyId, sessionId }, confirm }: OpenScope,
): Promise<void> => {
  await confirm();
  if (endpoint.allow === "session:own" || endpoint.stream || OWN.test(endpoint.path)) return;
  const read = recordOf(endpoint, request) + partOf(request);
  const view = String(request.headers["x-page"] ?? "");
  const page = PAGE.exec(view)?.[1];
  const key = createHash("sha256")
    .update(`${sessionId} ${page ? view : ""} ${read}`)
    .digest("base64");
  const last = noted.get(key);
  if (last !== undefined && Date.now() - last < ONE_VIEW_MS) return;
  const short = read.slice(0, MOST_CHARACTERS);
  await sql`insert into audit_entries
      (company_id, actor_id, actor_name, action, record_type, record_id, details, address)
    select ${companyId}, ${who.id}, ${displayName(who)}, 'support_access.viewed', 'support_access',
      support_access_id::text, ${JSON.stringify({ name: page ?? short, read: short })}, ${request.ip}
    from sessions where id = ${sessionId}`.execute(database.platform);
  noted.set(key, Date.now());
};
