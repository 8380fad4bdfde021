import { pageAfterLogin } from "@mcc/contract/sign-in/next-page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomToken } from "../../platform/access/tokens.ts";
import { openCalls } from "../../platform/http/limits/limits.ts";
import { makeRateWindow } from "../../platform/http/limits/rate-window.ts";
import { readCookie, setCookie } from "../../platform/http/pages/cookies.ts";
import { readBody } from "../../platform/http/request-body.ts";
import { requestInfo } from "../../platform/http/request-info.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import { samlMetadata } from "./connections.service.ts";
import * as service from "./sign-on.service.ts";

/** Which browser has begun a sign-in. */
const BROWSER_COOKIE = "mcc-sso-browser";
/** The code of an answer, which the login page reads. */
const CODE_COOKIE = "mcc-sso-code";
const BROWSER_SECONDS = 30 * 60;
const CODE_SECONDS = 60;
/** Answers with many groups are long. */
const ANSWER_LIMIT = { bytes: 512 * 1024, within: 10_000 };
const ID = /^[1-9]\d{0,14}$/;
const TOKEN = /^[\w-]{43}$/;

const idOf = (text: string | undefined): number => (text && ID.test(text) ? Number(text) : 0);
const first = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= 2_000 ? value : undefined;

/** The pages of a sign-in with an identity provider: where it begins, and where its answer arrives. */
export const ssoPages = (app: FastifyInstance, services: Services): void => {
  const countCall = makeRateWindow(openCalls);
  const browserOf = (request: FastifyRequest, reply: FastifyReply): string => {
    const kept = readCookie(request, BROWSER_COOKIE);
    const value = kept && TOKEN.test(kept) ? kept : randomToken();
    // Lax: the provider leads back here.
    setCookie(request, reply, {
      ...{ name: BROWSER_COOKIE, value, seconds: BROWSER_SECONDS },
      sameSite: "Lax",
    });
    return value;
  };
  const goOn = (request: FastifyRequest, reply: FastifyReply, page: string, code: string | undefined) => {
    if (code) {
      setCookie(request, reply, {
        ...{ name: CODE_COOKIE, value: code, seconds: CODE_SECONDS },
        isReadable: true,
      });
    }
    return reply.redirect(page, 303);
  };

  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(
      "application/x-www-form-urlencoded",
      async (_: FastifyRequest, payload: FastifyRequest["raw"]) =>
        new URLSearchParams((await readBody(payload, ANSWER_LIMIT)).toString("utf8")),
    );
    inner.addHook("onRequest", async (request, reply) => {
      reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      countCall(networkOf(request.ip));
    });

    inner.get<{ Querystring: Record<string, unknown> }>("/sso/start", async (request, reply) => {
      const { query } = request;
      const info = requestInfo(request);
      const connectionId = idOf(first(query.connection));
      const there = query.try === undefined ? await service.originOf(services, connectionId) : undefined;
      // The person ends up on the host of their company, where the provider's answer arrives.
      if (there && new URL(there).host !== request.host.toLowerCase())
        return reply.redirect(`${there}${request.originalUrl}`, 303);
      const browser = browserOf(request, reply);
      const page = first(query.next);
      const next = page && pageAfterLogin(`${info.url.origin}/?next=${encodeURIComponent(page)}`);
      const started = await service.startSignIn(services, info, {
        connectionId,
        browser,
        next,
        loginHint: first(query.login_hint),
        isForced: query.confirm !== undefined,
        preparedState: first(query.try),
      });
      return "url" in started
        ? reply.redirect(started.url, 303)
        : goOn(
            request,
            reply,
            query.confirm === undefined ? service.pageFor(next ?? null) : service.CONFIRMED_PAGE,
            started.code,
          );
    });

    const answered = async (
      request: FastifyRequest,
      reply: FastifyReply,
      state: string,
      posted: Parameters<typeof service.takeAnswer>[3],
    ) => {
      const taken = await service.takeAnswer(services, requestInfo(request), state, posted);
      if ("kept" in taken) return reply.redirect(`/sso/finish?answer=${taken.kept}`, 303);
      const code = await service.codeFor(services, browserOf(request, reply), taken.answer);
      return goOn(request, reply, service.pageFor(null), code);
    };

    inner.get<{ Querystring: Record<string, unknown> }>("/sso/oidc/callback", (request, reply) =>
      answered(request, reply, first(request.query.state) ?? "", {
        search: new URL(request.url, "http://x").search,
        browser: readCookie(request, BROWSER_COOKIE),
      }),
    );

    inner.post<{ Params: { id: string } }>("/sso/saml/:id/acs", (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return answered(request, reply, first(form.get("RelayState")) ?? "", {
        connectionId: idOf(request.params.id),
        response: form.get("SAMLResponse") ?? "",
      });
    });

    // A post of another site brings no cookie, this request does.
    inner.get<{ Querystring: Record<string, unknown> }>("/sso/finish", async (request, reply) => {
      const browser = browserOf(request, reply);
      const { page, code } = await service.finishSignIn(
        services,
        requestInfo(request),
        first(request.query.answer) ?? "",
        browser,
      );
      return goOn(request, reply, page, code);
    });

    inner.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
      "/sso/saml/:id/sign-out",
      async (request, reply) => {
        const of = first(request.query.of) ?? "";
        return reply.redirect(await service.signOutAddress(services, idOf(request.params.id), of), 303);
      },
    );
    // The session here has ended before, whatever the provider says.
    for (const method of ["GET", "POST"] as const)
      inner.route({
        method,
        url: "/sso/saml/:id/signed-out",
        handler: async (_, reply) => reply.redirect("/", 303),
      });

    inner.get<{ Params: { id: string } }>("/sso/saml/:id/metadata", async (request, reply) => {
      const metadata = await samlMetadata(services, idOf(request.params.id));
      return metadata === undefined
        ? reply.code(404).type("text/plain; charset=utf-8").send("Not found.")
        : reply.type("application/samlmetadata+xml").send(metadata);
    });
  });
};
