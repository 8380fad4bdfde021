import { decisionPath, decisionSignInPath } from "@mcc/contract/decision-links/decision-path.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { textArea } from "@mcc/contract/kit/text.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Html, html, page } from "../../platform/html.ts";
import { readCookie, setCookie } from "../../platform/http/pages/cookies.ts";
import {
  formOf,
  formPages,
  giveFormToken,
  isFormToken,
  isOwnForm,
  PAGE_SECONDS,
} from "../../platform/http/pages/form-pages.ts";
import { companyBranding, hostBranding } from "../../platform/http/pages/page-branding.ts";
import type { Services } from "../../platform/services.ts";
import {
  type Choice,
  decidedBody,
  decisionBody,
  endedLink,
  NOTE_MAX,
  refusedForm,
  standingBody,
} from "./decision.page.ts";
import { sessionInProof, signProof, type WorkingLink, workingLink } from "./decision-links.service.ts";
import { decideByLink, type LinkUse, linkedOrder, needsSignIn } from "./decision-page.service.ts";

interface DecisionRequest {
  Params: { token: string };
  Querystring: { decision?: unknown };
}
type Request = FastifyRequest<DecisionRequest>;

/** The proofs of the sign-in for the pages of the latest links, each for one link. */
const SIGN_IN_COOKIE = "mcc-decision";
const MOST_PROOFS = 8;
const BETWEEN_PROOFS = "~";
const proofsIn = (request: Request): string[] =>
  readCookie(request, SIGN_IN_COOKIE)?.split(BETWEEN_PROOFS).slice(0, MOST_PROOFS) ?? [];

const Note = textArea(NOTE_MAX);

const choiceOf = ({ query }: Request): Choice => (query.decision === "reject" ? "reject" : "approve");

const send = async (
  services: Services,
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
        link
          ? companyBranding(link.company, link.themeId, link.logo)
          : await hostBranding(services, request.host),
      ),
    );

const sendEnded = (services: Services, request: Request, reply: FastifyReply) =>
  send(services, request, reply, 404, "This link no longer works", endedLink);

/** The order with its two decisions, or as it is now; `rejected` is a form that could not be taken. */
const sendOrder = async (
  services: Services,
  { request, reply, use }: Exchange,
  status = 200,
  rejected: { readonly note?: string; readonly error?: string } = {},
) => {
  const linked = await linkedOrder(services, use);
  const title = `Order ${linked.order.identifier}`;
  if (!linked.isAsSent) return send(services, request, reply, status, title, standingBody(linked), use.link);
  const formToken = giveFormToken(request, reply);
  const form = { choice: choiceOf(request), formToken, ...rejected };
  return send(services, request, reply, status, title, decisionBody(linked, form), use.link);
};

interface Exchange {
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly use: LinkUse;
}

const useOf = (services: Services, request: Request, link: WorkingLink): LinkUse => {
  const [session] = proofsIn(request).flatMap((proof) => sessionInProof(services, link, proof) ?? []);
  return { link, token: request.params.token, session };
};

const withChoice = (path: string, request: Request): string => `${path}?decision=${choiceOf(request)}`;

/** To the sign-in and back: the portal hands the sign-in over with a form. */
const sendToSignIn = (request: Request, reply: FastifyReply) =>
  reply.redirect(withChoice(decisionSignInPath(request.params.token), request), 303);

const takeProof = (
  services: Services,
  request: Request,
  reply: FastifyReply,
  link: WorkingLink,
  proof: string,
) => {
  const session = sessionInProof(services, link, proof);
  if (!session) return sendToSignIn(request, reply);
  const path = decisionPath(request.params.token);
  const others = proofsIn(request).filter((one) => sessionInProof(services, link, one) === undefined);
  const proofs = [signProof(services, link, session, PAGE_SECONDS), ...others].slice(0, MOST_PROOFS);
  const value = proofs.join(BETWEEN_PROOFS);
  setCookie(request, reply, { name: SIGN_IN_COOKIE, value, seconds: PAGE_SECONDS });
  return reply.redirect(withChoice(path, request), 303);
};

const decide = async (services: Services, exchange: Exchange, form: URLSearchParams) => {
  const { request, reply, use } = exchange;
  const decision = form.get("decision");
  const note = form.get("note") ?? "";
  if (decision !== "approve" && decision !== "reject") return sendOrder(services, exchange, 400);
  const { error } = Note.safeParse(note);
  if (error) return sendOrder(services, exchange, 400, { note, error: error.issues[0]?.message ?? "" });
  const chosen = decision === "approve" ? { approve: true as const } : { approve: false as const, note };
  const outcome = await decideByLink(services, use, chosen, request.log);
  if (!outcome) return sendOrder(services, exchange, 409);
  const { identifier } = use.link;
  return send(
    services,
    request,
    reply,
    200,
    `Order ${identifier}`,
    decidedBody(identifier, outcome),
    use.link,
  );
};

/** The page behind the buttons of an e-mail. */
export const decisionPage = (app: FastifyInstance, services: Services): void =>
  formPages(app, (inner) => {
    inner.setErrorHandler<FastifyError>((error, request, reply) => {
      if (!(error instanceof AppError)) throw error;
      const isEnded = error.code === "not_found" || error.code === "access.denied";
      if (isEnded) return sendEnded(services, request as Request, reply);
      if (error.code === "auth.required") return sendToSignIn(request as Request, reply);
      if (error.retryAfter) reply.header("retry-after", error.retryAfter);
      const body = html`<h1>Please try again</h1><article><p>${error.message}</p></article>`;
      return send(services, request as Request, reply, error.status, "Please try again", body);
    });
    inner.get<DecisionRequest>("/decide/:token", async (request, reply) => {
      const link = await workingLink(services, request.params.token);
      if (!link) return sendEnded(services, request, reply);
      const use = useOf(services, request, link);
      return needsSignIn(use) ? sendToSignIn(request, reply) : sendOrder(services, { request, reply, use });
    });
    inner.post<DecisionRequest>("/decide/:token", async (request, reply) => {
      const link = await workingLink(services, request.params.token);
      if (!link) return sendEnded(services, request, reply);
      const form = formOf(request);
      const proof = form.get("proof");
      const path = withChoice(decisionPath(request.params.token), request);
      const refuse = () =>
        send(services, request, reply, 403, "Nothing was decided", refusedForm(path), link);
      if (!isOwnForm(request)) return refuse();
      if (proof) return takeProof(services, request, reply, link, proof);
      const use = useOf(services, request, link);
      if (needsSignIn(use)) return sendToSignIn(request, reply);
      if (!isFormToken(request, form.get("form") ?? "")) return refuse();
      return decide(services, { request, reply, use }, form);
    });
  });
