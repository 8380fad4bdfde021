import { AppError } from "@mcc/contract/kit/errors.ts";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { type Html, html, page } from "../../platform/html.ts";
import {
  type FormPageRequest,
  formOf,
  formPages,
  giveFormToken,
  isFormToken,
  isOwnForm,
} from "../../platform/http/pages/form-pages.ts";
import { companyBranding, hostBranding } from "../../platform/http/pages/page-branding.ts";
import type { Services } from "../../platform/services.ts";
import { confirmPage, type EmailLinkPage, refusedForm, takenAddress, undoPage } from "./email-link.page.ts";
import {
  changeToConfirm,
  changeToUndo,
  confirmEmail,
  type EmailChange,
  type Outcome,
  undoEmail,
} from "./email-links.service.ts";

interface LinkRoute {
  readonly path: string;
  readonly shown: EmailLinkPage;
  readonly find: (services: Services, token: string) => Promise<EmailChange | undefined>;
  readonly use: (services: Services, token: string) => Promise<Outcome>;
}

const LINKS: readonly LinkRoute[] = [
  { path: "/confirm-email", shown: confirmPage, find: changeToConfirm, use: confirmEmail },
  { path: "/undo-email", shown: undoPage, find: changeToUndo, use: undoEmail },
];

/** Looks like the company of the user; without one, or behind a link that does not work, like the sign-in page. */
const brandingOf = (services: Services, { host }: FormPageRequest, change: EmailChange | undefined) =>
  change?.company
    ? companyBranding(change.company, change.themeId, change.logo)
    : hostBranding(services, host);

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const mountLink = (inner: FastifyInstance, services: Services, { path, shown, find, use }: LinkRoute) => {
  const send = async (
    request: FormPageRequest,
    reply: FastifyReply,
    status: number,
    body: Html,
    change?: EmailChange,
  ) =>
    reply
      .code(status)
      .type("text/html; charset=utf-8")
      .send(page(shown.title, body, await brandingOf(services, request, change)));
  const findChange = ({ params: { token } }: FormPageRequest) =>
    TOKEN.test(token) ? find(services, token) : undefined;
  const route = `${path}/:token`;
  inner.get<{ Params: { token: string } }>(route, async (request, reply) => {
    const change = await findChange(request);
    if (!change) return send(request, reply, 404, shown.ended);
    const formToken = giveFormToken(request, reply);
    return send(request, reply, 200, shown.question(change, formToken), change);
  });
  inner.post<{ Params: { token: string } }>(route, async (request, reply) => {
    const change = await findChange(request);
    if (!change) return send(request, reply, 404, shown.ended);
    const { token } = request.params;
    if (!isOwnForm(request) || !isFormToken(request, formOf(request).get("form") ?? ""))
      return send(request, reply, 403, refusedForm(`${path}/${token}`), change);
    const outcome = await use(services, token);
    if (!outcome) return send(request, reply, 404, shown.ended);
    if (outcome.isTaken) return send(request, reply, 409, takenAddress, change);
    return send(request, reply, 200, shown.done(outcome.change), change);
  });
};

/** The pages that confirm a new e-mail address and undo one, signed in or not. */
export const emailLinkPages = (app: FastifyInstance, services: Services): void =>
  formPages(app, (inner) => {
    inner.setErrorHandler<FastifyError>(async (error, request, reply) => {
      if (!(error instanceof AppError)) throw error;
      if (error.retryAfter) reply.header("retry-after", error.retryAfter);
      const body = html`<h1>Please try again</h1><article><p>${error.message}</p></article>`;
      return reply
        .code(error.status)
        .type("text/html; charset=utf-8")
        .send(page("Please try again", body, await hostBranding(services, request.host)));
    });
    for (const link of LINKS) mountLink(inner, services, link);
  });
