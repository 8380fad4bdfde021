import { displayName } from "@mcc/contract/access/session.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
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

/**
 * Writes into the audit of the company what its support access reads, before it is read: once for each view of a page,
 * which the browser names, and each record. What is read does not depend on what the browser says.
 */
export const noteSupportView = async (
  { database }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { company: { who, companyId, sessionId }, confirm }: OpenScope,
): Promise<void> => {
  await confirm();
  if (endpoint.allow === "session:own" || endpoint.stream || OWN.test(endpoint.path)) return;
  const record = recordOf(endpoint, request);
  const view = String(request.headers["x-page"] ?? "");
  const page = PAGE.exec(view)?.[1];
  const key = `${sessionId} ${page ? view : ""} ${record}`;
  const last = noted.get(key);
  if (last !== undefined && Date.now() - last < ONE_VIEW_MS) return;
  await sql`insert into audit_entries
      (company_id, actor_id, actor_name, action, record_type, record_id, details, address)
    select ${companyId}, ${who.id}, ${displayName(who)}, 'support_access.viewed', 'support_access',
      support_access_id::text, ${JSON.stringify({ name: page ?? record, read: record })}, ${request.ip}
    from sessions where id = ${sessionId}`.execute(database.platform);
  noted.set(key, Date.now());
};
