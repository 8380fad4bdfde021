import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { type AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { CallToolResult, McpHttpHandler, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type AssistantCaller,
  assistantToken,
  checkAssistant,
  openAssistant,
} from "../../platform/access/assistant-scope.ts";
import { runWithAddress } from "../../platform/access/request-address.ts";
import type { OpenScope } from "../../platform/access/scope.ts";
import { mustBeAllowed } from "../../platform/access/sign-in-state.ts";
import { withRetries } from "../../platform/access/transactions.ts";
import { callHandler } from "../../platform/http/api-key-routes.ts";
import { anonymousCallerOf } from "../../platform/http/callers.ts";
import { assistantCalls, bodyLimits } from "../../platform/http/limits/limits.ts";
import { makeRateWindow } from "../../platform/http/limits/rate-window.ts";
import { requestInfo } from "../../platform/http/request-info.ts";
import type { Route } from "../../platform/http/routes.ts";
import { asAppError } from "../../platform/http/server.ts";
import { parseInput, parseRequest } from "../../platform/input/input.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import { noteCall } from "./assistants.service.ts";
import { resourceOf } from "./authorization-server.ts";
import { originOf } from "./oauth.routes.ts";
import { allTools } from "./tools/all-tools.ts";
import { bounded } from "./tools/bounded.ts";
import type { Portal, Tool } from "./tools/tool.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The assistant, found before the body is read. */
    assistant?: AssistantCaller;
  }
}

interface Calling {
  readonly request: FastifyRequest;
  readonly caller: AssistantCaller;
}

const given = (input: object | undefined): object =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== undefined));

/** Where an assistant finds out how to get access. */
const challenge = (request: FastifyRequest): string =>
  `Bearer error="invalid_token", resource_metadata="${originOf(request)}/.well-known/oauth-protected-resource/mcp"`;

const resultOf = (answer: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
  structuredContent: answer,
});

const refusalResult = ({ code, message, fields }: AppError): CallToolResult => ({
  ...resultOf({ error: code, message, ...(fields ? { fields } : {}) }),
  isError: true,
});

/** Described by the schema and not yet checked by it: a call with wrong input is in the audit, too. */
const described = (schema: Tool["input"]): StandardSchemaWithJSON<object> => ({
  "~standard": { ...schema["~standard"], validate: (value) => ({ value: value as object }) },
});

/** Lists name what the person allowed; a call of anything else is refused by us, and is in the audit. */
const toolsFor = ({ request, caller }: Calling): readonly Tool[] => {
  const { method } = (request.body ?? {}) as { readonly method?: unknown };
  return method === "tools/call" ? allTools : allTools.filter(({ kind }) => caller.kinds.includes(kind));
};

/** The Model Context Protocol, for assistants of people: each request stands alone. */
export const mcpRoutes = (app: FastifyInstance, services: Services, routes: readonly Route[]): void => {
  const { database } = services;
  const handlers = new Map(routes.map(({ endpoint, handle }) => [endpoint, handle]));
  const countCall = makeRateWindow(assistantCalls);

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin, authorization } = request.headers;
    // A page of another site has no business here.
    if (origin !== undefined && origin !== originOf(request)) fail("access.denied");
    const token = assistantToken(authorization, resourceOf(originOf(request))) ?? fail("assistants.token");
    const leave = request.server.slots.anonymous.take(reply, anonymousCallerOf(request));
    try {
      const check = () => checkAssistant(database, token, networkOf(request.ip));
      const caller = await runWithAddress(request.ip, check);
      request.caller = { who: `assistant ${caller.id}`, company: caller.companyId };
      request.assistant = caller;
    } finally {
      leave();
    }
  };

  /** Asks the endpoints of the portal in one read-only transaction, by the rights that the person has now. */
  const portalFor = ({ request, caller }: Calling, { company }: OpenScope): Portal => ({
    allows: (kind) => caller.kinds.includes(kind),
    link: (path) => originOf(request) + path,
    ask: async (endpoint: Endpoint, input: { params?: object; query?: object }) => {
      mustBeAllowed(endpoint, company);
      const parts = { params: given(input.params), query: given(input.query), body: undefined };
      const parsed = parseRequest(endpoint, parts);
      const handle = handlers.get(endpoint) ?? fail("not_found");
      return callHandler(handle, company, parsed, requestInfo(request)) as never;
    },
  });

  const read = (calling: Calling, tool: Tool, args: object) =>
    withRetries({ method: "GET" }, async () => {
      const open = await openAssistant(database, calling.caller, true);
      try {
        return bounded(await tool.run(portalFor(calling, open), args as never));
      } finally {
        await open.rollback();
      }
    });

  /** An answer is given only once it is in the audit. */
  const write = ({ request, caller }: Calling, tool: Tool, args: object, result: string) =>
    withRetries({ method: "POST" }, async () => {
      const open = await openAssistant(database, caller, false);
      try {
        const { id, name } = caller;
        const call = { tool: tool.name, arguments: bounded({ ...args }), result };
        await noteCall(open.company, { id, name, ...call, address: request.ip });
        await open.commit();
      } catch (error) {
        await open.rollback();
        throw error;
      }
    });

  const answerTo = async (calling: Calling, tool: Tool, args: object): Promise<Record<string, unknown>> => {
    countCall(String(calling.caller.id));
    if (!calling.caller.kinds.includes(tool.kind)) fail("assistants.kind");
    return read(calling, tool, parseInput(tool.input, args));
  };

  const run = async (calling: Calling, tool: Tool, args: object): Promise<CallToolResult> => {
    const refusalOf = (error: unknown) => asAppError(error as FastifyError, calling.request);
    let result: CallToolResult;
    let outcome = "answered";
    try {
      result = resultOf(await answerTo(calling, tool, args));
    } catch (error) {
      const refused = refusalOf(error);
      outcome = refused.code;
      result = refusalResult(refused);
    }
    if (outcome === "rate.limited") return result;
    return write(calling, tool, args, outcome).then(
      () => result,
      (error) => refusalResult(refusalOf(error)),
    );
  };

  let made: Promise<McpHttpHandler> | undefined;
  /** Made with the first call: the package takes a while to load. */
  const handler = () => {
    made ??= import("@modelcontextprotocol/server").then(({ createMcpHandler, McpServer }) =>
      createMcpHandler(
        ({ authInfo }) => {
          const calling = authInfo?.extra as unknown as Calling;
          const server = new McpServer(
            { name: "management-control-center", title: "Management Control Center", version: "1.0.0" },
            { capabilities: { tools: { listChanged: false } } },
          );
          for (const tool of toolsFor(calling))
            server.registerTool(
              tool.name,
              {
                title: tool.title,
                description: tool.description,
                inputSchema: described(tool.input),
                annotations: {
                  readOnlyHint: true,
                  destructiveHint: false,
                  idempotentHint: true,
                  openWorldHint: false,
                },
              },
              (args) => run(calling, tool, args),
            );
          return server;
        },
        { maxSubscriptions: 0 },
      ),
    );
    return made;
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request.assistant ?? fail("assistants.token");
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && name !== "authorization") headers.set(name, value);
    const { fetch } = await handler();
    const asked = new Request(resourceOf(originOf(request)), { method: request.method, headers });
    const authInfo = {
      token: "",
      clientId: caller.name,
      scopes: [...caller.kinds],
      extra: { request, caller },
    };
    const answer = await fetch(asked, { authInfo, parsedBody: request.body });
    reply.code(answer.status).headers(Object.fromEntries(answer.headers)).header("cache-control", "no-store");
    return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : null);
  };

  app.register(async (inner) => {
    inner.decorateRequest("assistant");
    inner.addHook("onRequest", identify);
    inner.setErrorHandler((error: FastifyError, request, reply) => {
      const { status, message, code, retryAfter } = asAppError(error, request);
      if (retryAfter) reply.header("retry-after", retryAfter);
      if (status === 401) reply.header("www-authenticate", challenge(request));
      return reply
        .code(status)
        .send({ error: status === 401 ? "invalid_token" : code, error_description: message });
    });
    inner.route({
      ...{ method: ["GET", "POST", "DELETE"], url: "/mcp", handler: serve },
      ...{ config: { body: bodyLimits.open }, exposeHeadRoute: false },
    });
  });
};
