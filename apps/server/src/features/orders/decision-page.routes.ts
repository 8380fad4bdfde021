import { timingSafeEqual } from "node:crypto";
import { decisionPath, decisionSignInPath } from "@mcc/contract/approvals/decision-path.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { text } from "@mcc/contract/kit/text.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { type Html, html } from "../../platform/html.ts";
import { readCookie, setCookie } from "../../platform/http/cookies.ts";
import { page } from "../../platform/http/html.ts";
import { bodyLimits, openCalls } from "../../platform/http/limits.ts";
import { companyBranding, hostBranding } from "../../platform/http/page-branding.ts";
import { makeRateWindow } from "../../platform/http/rate-window.ts";
import { readBody } from "../../platform/http/request-body.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  sessionInProof,
  signProof,
  type WorkingLink,
  workingLink,
} from "../approvals/decision-links.service.ts";
import {
  type Choice,
  decidedBody,
  decisionBody,
  endedLink,
  NOTE_MAX,
  refusedForm,
  standingBody,
} from "./decision.page.ts";
import { decideByLink, type LinkUse, linkedOrder, needsSignIn } from "./decision-page.service.ts";

interface DecisionRequest {
  Params: { token: string };
  Querystring: { decision?: unknown };
}
type Request = FastifyRequest<DecisionRequest>;

/** The proof of the sign-in, for the page of one link. */
const SIGN_IN_COOKIE = "mcc-decision";
/** What the form was given to: a browser that has opened the page. */
const FORM_COOKIE = "mcc-form";
/** Long enough to read an order. */
const PAGE_SECONDS = 30 * 60;

const Note = text(NOTE_MAX);

const choiceOf = ({ query }: Request): Choice => (query.decision === "reject" ? "reject" : "approve");

/** Browsers say which page a form is of; a form of another site is not ours. */
const isOwnForm = ({ headers, host }: Request): boolean => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin === undefined || URL.parse(headers.origin)?.host === host;
};

/** Bound to the browser and to the link. */
const formTokenOf = (cookie: string, token: string): string =>
  hashToken(`${cookie}\n${token}`).toString("base64url");

const isFormToken = (request: Request, given: string): boolean => {
  const cookie = readCookie(request, FORM_COOKIE);
  if (!cookie) return false;
  const [expected, actual] = [formTokenOf(cookie, request.params.token), given].map((one) => hashToken(one));
  return timingSafeEqual(expected as Buffer, actual as Buffer);
};

/** The token of the form, and the cookie that it needs. */
const giveFormToken = (request: Request, reply: FastifyReply): string => {
  const { token } = request.params;
  const kept = readCookie(request, FORM_COOKIE);
  const value = kept && /^[\w-]{43}$/.test(kept) ? kept : randomToken();
  setCookie(request, reply, { name: FORM_COOKIE, value, path: decisionPath(token), seconds: PAGE_SECONDS });
  return formTokenOf(value, token);
};

const send = (
  request: Request,
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  link?: WorkingLink,
) =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .send(
      page(
        title,
        body,
        link ? companyBranding(link.company, link.themeId, link.logo) : hostBranding(request.host),
      ),
    );

const sendEnded = (request: Request, reply: FastifyReply) =>
  send(request, reply, 404, "This link no longer works", endedLink);

/** The order with its two decisions, or as it is now; `rejected` is a form that could not be taken. */
const sendOrder = async (
  platform: Platform,
  { request, reply, use }: Exchange,
  status = 200,
  rejected: { readonly note?: string; readonly error?: string } = {},
) => {
  const linked = await linkedOrder(platform, use);
  const title = `Order ${linked.order.identifier}`;
  if (!linked.isAsSent) return send(request, reply, status, title, standingBody(linked), use.link);
  const form = { choice: choiceOf(request), formToken: giveFormToken(request, reply), ...rejected };
  return send(request, reply, status, title, decisionBody(linked, form), use.link);
};

interface Exchange {
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly use: LinkUse;
}

const useOf = (platform: Platform, request: Request, link: WorkingLink): LinkUse => {
  const proof = readCookie(request, SIGN_IN_COOKIE);
  const session = proof ? sessionInProof(platform, link, proof) : undefined;
  return { link, token: request.params.token, session };
};

const withChoice = (path: string, request: Request): string => `${path}?decision=${choiceOf(request)}`;

/** To the sign-in and back: the portal hands the sign-in over with a form. */
const sendToSignIn = (request: Request, reply: FastifyReply) =>
  reply.redirect(withChoice(decisionSignInPath(request.params.token), request), 303);

const takeProof = (
  platform: Platform,
  request: Request,
  reply: FastifyReply,
  link: WorkingLink,
  proof: string,
) => {
  const session = sessionInProof(platform, link, proof);
  if (!session) return sendToSignIn(request, reply);
  const path = decisionPath(request.params.token);
  const value = signProof(platform, link, session, PAGE_SECONDS);
  setCookie(request, reply, { name: SIGN_IN_COOKIE, value, path, seconds: PAGE_SECONDS });
  return reply.redirect(withChoice(path, request), 303);
};

const decide = async (platform: Platform, exchange: Exchange, form: URLSearchParams) => {
  const { request, reply, use } = exchange;
  const decision = form.get("decision");
  const note = form.get("note") ?? "";
  if (decision !== "approve" && decision !== "reject") return sendOrder(platform, exchange, 400);
  const { error } = Note.safeParse(note);
  if (error) return sendOrder(platform, exchange, 400, { note, error: error.issues[0]?.message ?? "" });
  const chosen = decision === "approve" ? { approve: true as const } : { approve: false as const, note };
  const outcome = await decideByLink(platform, use, chosen, request.log);
  if (!outcome) return sendOrder(platform, exchange, 409);
  const { identifier } = use.link;
  return send(request, reply, 200, `Order ${identifier}`, decidedBody(identifier, outcome), use.link);
};

/**
 * The page behind the buttons of an e-mail. Opening it changes nothing, however often: mail scanners open links. It
 * decides by POST only, with the token that the page has given to this browser.
 */
export const decisionPage = (app: FastifyInstance, platform: Platform): void => {
  const countCall = makeRateWindow(openCalls);
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(
      "application/x-www-form-urlencoded",
      async (_: FastifyRequest, payload: FastifyRequest["raw"]) =>
        new URLSearchParams((await readBody(payload, bodyLimits.open)).toString("utf8")),
    );
    inner.addHook("onRequest", async (request, reply) => {
      // The address is a secret, and a form of this page has to say where it is from.
      reply.headers({
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "referrer-policy": "same-origin",
      });
      countCall(networkOf(request.ip));
    });
    inner.setErrorHandler<FastifyError>((error, request, reply) => {
      if (!(error instanceof AppError)) throw error;
      const isEnded = error.code === "not_found" || error.code === "access.denied";
      if (isEnded) return sendEnded(request as Request, reply);
      if (error.code === "auth.required") return sendToSignIn(request as Request, reply);
      if (error.retryAfter) reply.header("retry-after", error.retryAfter);
      const body = html`<h1>Please try again</h1><article><p>${error.message}</p></article>`;
      return send(request as Request, reply, error.status, "Please try again", body);
    });
    inner.get<DecisionRequest>("/decide/:token", async (request, reply) => {
      const link = await workingLink(platform, request.params.token);
      if (!link) return sendEnded(request, reply);
      const use = useOf(platform, request, link);
      return needsSignIn(use) ? sendToSignIn(request, reply) : sendOrder(platform, { request, reply, use });
    });
    inner.post<DecisionRequest>("/decide/:token", async (request, reply) => {
      const link = await workingLink(platform, request.params.token);
      if (!link) return sendEnded(request, reply);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const proof = form.get("proof");
      const path = withChoice(decisionPath(request.params.token), request);
      const refuse = () => send(request, reply, 403, "Nothing was decided", refusedForm(path), link);
      if (!isOwnForm(request)) return refuse();
      if (proof) return takeProof(platform, request, reply, link, proof);
      const use = useOf(platform, request, link);
      if (needsSignIn(use)) return sendToSignIn(request, reply);
      if (!isFormToken(request, form.get("form") ?? "")) return refuse();
      return decide(platform, { request, reply, use }, form);
    });
  });
};
