import { AppError } from "@mcc/contract/kit/errors.ts";
import { REPORTS_PAGE } from "@mcc/contract/reports/report-pages.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentDisposition } from "../../platform/files/file-headers.ts";
import { type Html, html, page } from "../../platform/html.ts";
import { bodyLimits } from "../../platform/http/limits/limits.ts";
import { FILE_HEADERS, sendLinkedFile } from "../../platform/http/linked-file.ts";
import { readBody } from "../../platform/http/request-body.ts";
import type { Services } from "../../platform/services.ts";
import type { Refusal } from "./content/report-content.ts";
import type { ReportLists } from "./content/report-list.ts";
import { findReportFile } from "./report-downloads.service.ts";
import { endForReader, endingOf } from "./report-end.service.ts";

interface Link {
  Params: { token: string };
}

const toReports = html`<p><a href="${loginPathFor(REPORTS_PAGE)}">See your reports</a></p>`;
const INVALID = html`<h1>This link no longer works</h1>
<p>The report has ended, or your address has changed.</p>${toReports}`;
const FILE_INVALID = html`<h1>This link no longer works</h1>
<p>The report has ended, you no longer get it, or you have signed out. Links to files work for 15 minutes.</p>${toReports}`;
const FILE_REFUSED: Record<Refusal, Html> = {
  no_right: html`<h1>You may no longer see this list</h1>
<p>The report has nothing for you. Ask a company admin if you need it.</p>${toReports}`,
  view_invalid: html`<h1>The view of this report no longer works</h1>
<p>Its owner has to choose another view.</p>${toReports}`,
};
const question = (name: string): Html => html`<h1>Stop the report ${name}?</h1>
<p>You no longer get it by e-mail. Others who get it are not affected.</p>
<form method="post"><button>Stop this report</button></form>`;
const ended = (name: string): Html => html`<h1>You no longer get the report ${name}</h1>${toReports}`;
const hadEnded = (name: string): Html => html`<h1>You have already stopped the report ${name}</h1>
<p>You do not get it by e-mail anymore.</p>${toReports}`;

const sendPage = (reply: FastifyReply, body: Html | undefined, status = body ? 200 : 404) =>
  reply
    .code(status)
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
      return sendPage(reply, ending && (ending.hasEnded ? hadEnded : question)(ending.name));
    });
    inner.post<Link>("/end-report/:token", async ({ params }, reply) => {
      const ending = await endingOf(services, params.token);
      if (ending) await endForReader(services, ending);
      return sendPage(reply, ending && ended(ending.name));
    });
  });
};

const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal?: Refusal): FastifyReply => {
  const isDenied = refusal === "no_right";
  if (!request.headers.accept?.includes("text/html"))
    throw new AppError(isDenied ? "access.denied" : refusal ? "report.view_invalid" : "not_found");
  return sendPage(reply, refusal ? FILE_REFUSED[refusal] : FILE_INVALID, isDenied ? 403 : 404);
};

/** What the e-mails of reports lead to without the portal: the end of a report, and its file. */
export const reportPages = (app: FastifyInstance, services: Services, lists: ReportLists): void => {
  endPages(app, services);
  app.get<Link>("/report-files/:token", async (request, reply) => {
    const file = await findReportFile(services, lists, request.params.token);
    if (file === undefined || typeof file === "string") return sendRefusal(request, reply, file);
    const { owner, companyId, sessionId } = file.holder;
    app.slots.exports.take(reply, { who: owner, company: companyId });
    request.leaveWork?.();
    reply.headers({
      ...FILE_HEADERS,
      "content-type": file.contentType,
      "content-disposition": contentDisposition("attachment", file.filename),
    });
    return sendLinkedFile(services, reply, sessionId, file.open());
  });
};
