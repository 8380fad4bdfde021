import { AppError } from "@mcc/contract/kit/errors.ts";
import { REPORTS_PAGE } from "@mcc/contract/reports/report-pages.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { watchSession } from "../../platform/access/session-watch.ts";
import { contentDisposition } from "../../platform/files/file-headers.ts";
import { type Html, html, page } from "../../platform/html.ts";
import { bodyLimits } from "../../platform/http/limits/limits.ts";
import { destroyWhenStalled } from "../../platform/http/limits/stalled-responses.ts";
import { readBody } from "../../platform/http/request-body.ts";
import type { Services } from "../../platform/services.ts";
import type { ReportLists } from "./content/report-list.ts";
import { findReportFile } from "./report-downloads.service.ts";
import { endForReader, endingOf } from "./report-end.service.ts";

interface Link {
  Params: { token: string };
}

const toReports = html`<p><a href="${loginPathFor(REPORTS_PAGE)}">See your reports</a></p>`;
const INVALID = html`<h1>This link no longer works</h1>
<p>The report has ended, or your address has changed.</p>${toReports}`;
const question = (name: string): Html => html`<h1>Stop the report ${name}?</h1>
<p>You no longer get it by e-mail. Others who get it are not affected.</p>
<form method="post"><button>Stop this report</button></form>`;
const ended = (name: string): Html => html`<h1>You no longer get the report ${name}</h1>${toReports}`;

const sendPage = (reply: FastifyReply, body: Html | undefined) =>
  reply
    .code(body ? 200 : 404)
    .type("text/html; charset=utf-8")
    .headers({ "cache-control": "no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" })
    .send(page("Reports", body ?? INVALID));

/** Ends a report with one click in its e-mail (RFC 8058). Opening the link changes nothing, as scanners open links. */
const endPages = (app: FastifyInstance, services: Services): void => {
  app.register(async (inner) => {
    // Whatever is posted says the same as the link.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", (_: FastifyRequest, payload: FastifyRequest["raw"]) =>
      readBody(payload, bodyLimits.open),
    );
    inner.get<Link>("/end-report/:token", async ({ params }, reply) => {
      const ending = await endingOf(services, params.token);
      return sendPage(reply, ending && question(ending.name));
    });
    inner.post<Link>("/end-report/:token", async ({ params }, reply) => {
      const ending = await endingOf(services, params.token);
      if (ending) await endForReader(services, ending);
      return sendPage(reply, ending && ended(ending.name));
    });
  });
};

const HEADERS = {
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex",
};
const STALLED_AFTER = 5 * 60_000;

const sendExpired = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (!request.headers.accept?.includes("text/html")) throw new AppError("not_found");
  return sendPage(reply, undefined);
};

/** What the e-mails of reports lead to without the portal: the end of a report, and its file. */
export const reportPages = (app: FastifyInstance, services: Services, lists: ReportLists): void => {
  endPages(app, services);
  app.get<Link>("/report-files/:token", async (request, reply) => {
    const file = await findReportFile(services, lists, request.params.token);
    if (!file) return sendExpired(request, reply);
    const { userId, companyId, sessionId } = file.holder;
    app.slots.downloads.take(reply, { who: `user ${userId}`, company: companyId });
    request.leaveWork?.();
    reply.headers({
      ...HEADERS,
      "content-type": file.contentType,
      "content-disposition": contentDisposition("attachment", file.filename),
    });
    const content = file.open();
    watchSession(services, sessionId, content);
    destroyWhenStalled(content, reply.raw, STALLED_AFTER);
    return reply.send(content);
  });
};
