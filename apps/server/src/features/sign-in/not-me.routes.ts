import type { FastifyInstance, FastifyReply } from "fastify";
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
import { refusedForm } from "./email-link.page.ts";
import { type DeviceLink, endUnknownSession, sessionOfLink } from "./not-me.service.ts";

const TITLE = "End this session";
const PATH = "/not-me/:token";
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const ended = html`<h1>This link no longer works</h1>
<article><p>It works once and for 7 days, until your password or e-mail address changes. If you don't know a sign-in, <a href="/forgot-password">choose a new password</a>.</p></article>`;

const question = ({ username, device, address, at }: DeviceLink, formToken: string): Html =>
  html`<h1>Wasn't it you?</h1>
<article><p>The account ${username} was signed in from ${device ?? "an unknown device"}, ${address ?? ""}, ${at?.toUTCString() ?? ""}. End this session, and choose a new password: whoever signed in knew yours. What was added to the account from there, such as a second factor, is removed.</p>
<form method="post"><input type="hidden" name="form" value="${formToken}"><button>End the session and choose a new password</button></form></article>`;

/** The page behind the message about a sign-in from a new device. Opening it changes nothing. */
export const notMePage = (app: FastifyInstance, services: Services): void =>
  formPages(app, (inner) => {
    const send = async (
      { host }: FormPageRequest,
      reply: FastifyReply,
      status: number,
      body: Html,
      link?: DeviceLink,
    ) => {
      const branding = link?.company
        ? companyBranding(link.company, link.themeId, link.logo)
        : await hostBranding(services, host);
      return reply
        .code(status)
        .type("text/html; charset=utf-8")
        .send(page(TITLE, body, branding));
    };
    const find = ({ params: { token } }: FormPageRequest) =>
      TOKEN.test(token) ? sessionOfLink(services, token) : undefined;
    inner.get<{ Params: { token: string } }>(PATH, async (request, reply) => {
      const link = await find(request);
      if (!link) return send(request, reply, 404, ended);
      const formToken = giveFormToken(request, reply);
      return send(request, reply, 200, question(link, formToken), link);
    });
    inner.post<{ Params: { token: string } }>(PATH, async (request, reply) => {
      const link = await find(request);
      if (!link) return send(request, reply, 404, ended);
      const { token } = request.params;
      if (!isOwnForm(request) || !isFormToken(request, formOf(request).get("form") ?? ""))
        return send(request, reply, 403, refusedForm(`/not-me/${token}`), link);
      const reset = await endUnknownSession(services, token);
      if (!reset) return send(request, reply, 404, ended);
      return reply.redirect(`/reset-password?token=${reset}`, 303);
    });
  });
