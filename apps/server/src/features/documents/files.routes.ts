import { opensInTab } from "@mcc/contract/documents/documents.files.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentDisposition, requestedRange } from "../../platform/files/file-headers.ts";
import { html, page } from "../../platform/html.ts";
import { FILE_HEADERS, sendLinkedFile } from "../../platform/http/linked-file.ts";
import type { Services } from "../../platform/services.ts";
import { findBundle, findFile, type LinkedFile } from "./downloads.service.ts";

/**
 * Nothing in a file may run, load or call anything, and no page may frame it. A PDF is not sandboxed: Safari would then
 * show nothing at all, while the viewers of all browsers isolate it from the page anyway.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const policyFor = (contentType: string): string =>
  contentType === "application/pdf" ? POLICY : `${POLICY}; sandbox`;

const HEADERS = { ...FILE_HEADERS, "content-security-policy": policyFor("") };
const BUNDLE_NAME = /^[\w-]{1,40}$/;

/** Files of signed links: shown or downloaded in a plain tab, never run in the page's origin. */
export const filePages = (app: FastifyInstance, services: Services): void => {
  const method = ["GET", "HEAD"];
  /** Counted for its holder, and among requests in work no longer. */
  const hold = (request: FastifyRequest, reply: FastifyReply, { holder }: Pick<LinkedFile, "holder">) => {
    app.slots.downloads.take(reply, { who: holder.owner, company: holder.companyId });
    request.leaveWork?.();
  };
  app.route<{ Params: { token: string } }>({
    method,
    url: "/files/:token",
    handler: async (request, reply) => {
      const file = await findFile(services, request.params.token);
      if (!file) return sendExpired(request, reply);
      hold(request, reply, file);
      return sendFile(services, request, reply, file);
    },
  });
  app.route<{ Querystring: { bundle?: unknown; name?: unknown } }>({
    method,
    url: "/files",
    handler: async (request, reply) => {
      const bundle = await findBundle(services, String(request.query.bundle));
      if (!bundle) return sendExpired(request, reply);
      hold(request, reply, bundle);
      const name = `${nameOf(request.query.name)}.zip`;
      reply.headers({
        ...HEADERS,
        "content-type": "application/zip",
        "content-disposition": contentDisposition("attachment", name),
        "content-length": bundle.length,
      });
      return request.method === "HEAD"
        ? reply.send(null)
        : sendLinkedFile(services, reply, bundle.holder.sessionId, bundle.open());
    },
  });
};

/** A table of a text is saved by browsers unless it is called a text. */
const typeInTab = (contentType: string): string =>
  contentType.startsWith("text/") ? "text/plain; charset=utf-8" : contentType;

/** The browser knows the user's local time; without it the time is in UTC. */
const nameOf = (given: unknown): string =>
  typeof given === "string" && BUNDLE_NAME.test(given)
    ? given
    : new Date().toISOString().slice(0, 19).replace("T", "_").replaceAll(":", "-");

const sendFile = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  file: LinkedFile,
): Promise<FastifyReply> => {
  const shown = opensInTab(file.contentType);
  if (!shown && isNavigation(request)) return sendDownloadPage(reply, file);
  const etag = `"${file.checksum}"`;
  reply.headers({
    ...HEADERS,
    "content-type": shown ? typeInTab(file.contentType) : "application/octet-stream",
    "content-security-policy": policyFor(file.contentType),
    "content-disposition": contentDisposition(shown ? "inline" : "attachment", file.name),
    "accept-ranges": "bytes",
    etag,
  });
  const { range, "if-range": ifRange } = request.headers;
  const isHead = request.method === "HEAD";
  // A part of what the caller has of an older file would not fit.
  const part =
    isHead || (ifRange !== undefined && ifRange !== etag) ? undefined : requestedRange(range, file.size);
  if (part === null) return reply.code(416).header("content-range", `bytes */${file.size}`).send();
  if (part) reply.code(206).header("content-range", `bytes ${part.from}-${part.to}/${file.size}`);
  reply.header("content-length", part ? part.to - part.from + 1 : file.size);
  if (isHead) return reply.send(null);
  const content = await file.open(part);
  return content
    ? sendLinkedFile(services, reply, file.holder.sessionId, content)
    : sendExpired(request, reply);
};

/** A user who follows a link in a browser. */
const isNavigation = ({ method, headers, query }: FastifyRequest): boolean =>
  method === "GET" &&
  headers.accept?.includes("text/html") === true &&
  !headers.range &&
  !(query as { save?: unknown }).save;

/** The tab of a file that no browser shows would stay empty: it offers the file instead. */
const sendDownloadPage = (reply: FastifyReply, { name }: LinkedFile): FastifyReply => {
  const body = html`<h1>${name}</h1><p>The browser cannot show this file type.</p><p><a href="?save=1">Download</a></p>`;
  return reply
    .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
    .type("text/html; charset=utf-8")
    .send(page(name, body));
};

/** A user in a new tab gets a page, a program our usual response; the reason why a link is invalid is not disclosed. */
const sendExpired = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (!request.headers.accept?.includes("text/html")) throw new AppError("not_found");
  for (const name of ["content-disposition", "content-length", "content-range", "accept-ranges", "etag"]) {
    reply.removeHeader(name);
  }
  const body = html`<h1>Link expired</h1><p>This link is not valid or has expired. Open the document again from its list.</p><p><a href="${loginPathFor("/documents")}">Go to the documents</a></p>`;
  return reply
    .code(404)
    .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" })
    .type("text/html; charset=utf-8")
    .send(page("Link expired", body));
};
