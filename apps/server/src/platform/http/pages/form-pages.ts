import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashToken, randomToken } from "../../access/tokens.ts";
import { networkOf } from "../../ip-addresses.ts";
import { bodyLimits, openCalls } from "../limits/limits.ts";
import { makeRateWindow } from "../limits/rate-window.ts";
import { readBody } from "../request-body.ts";
import { readCookie, setCookie } from "./cookies.ts";

/** A page behind a link of an e-mail, whose address ends with a token. */
export type FormPageRequest = FastifyRequest<{ Params: { token: string } }>;

/** What the form was given to: a browser that has opened the page. */
const FORM_COOKIE = "mcc-form";
/** Long enough to read a page. */
export const PAGE_SECONDS = 30 * 60;

/** Browsers say which page a form is of; a form of another site is not ours. */
export const isOwnForm = ({ headers, host }: Pick<FastifyRequest, "headers" | "host">): boolean => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin === undefined || URL.parse(headers.origin)?.host === host;
};

/** Bound to the browser and to the link. */
const formTokenOf = (cookie: string, token: string): string =>
  hashToken(`${cookie}\n${token}`).toString("base64url");

/** Whether this browser was given the token with the page: a mail scanner that posts the form has kept no cookie. */
export const isFormToken = (request: FormPageRequest, given: string): boolean => {
  const cookie = readCookie(request, FORM_COOKIE);
  if (!cookie) return false;
  const [expected, actual] = [formTokenOf(cookie, request.params.token), given].map((one) => hashToken(one));
  return timingSafeEqual(expected as Buffer, actual as Buffer);
};

/** The token of the form, and the cookie that it needs, which is the same for all such pages. */
export const giveFormToken = (request: FormPageRequest, reply: FastifyReply): string => {
  const kept = readCookie(request, FORM_COOKIE);
  const value = kept && /^[\w-]{43}$/.test(kept) ? kept : randomToken();
  setCookie(request, reply, { name: FORM_COOKIE, value, seconds: PAGE_SECONDS });
  return formTokenOf(value, request.params.token);
};

/** What was posted. */
export const formOf = ({ body }: Pick<FastifyRequest, "body">): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/**
 * Pages behind links of e-mails. Opening one changes nothing, however often: mail scanners open links. They act by POST
 * only, with the token that the page has given to this browser.
 */
export const formPages = (app: FastifyInstance, mount: (inner: FastifyInstance) => void): void => {
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
    mount(inner);
  });
};
