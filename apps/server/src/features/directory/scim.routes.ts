import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { bodyLimits } from "../../platform/http/limits/limits.ts";
import { readJson } from "../../platform/http/request-body.ts";
import type { Services } from "../../platform/services.ts";
import * as groups from "./directory-groups.service.ts";
import * as users from "./directory-users.service.ts";
import { patchedGroup, readGroup } from "./scim/group-input.ts";
import { isWanted, project, readListQuery, readProjection } from "./scim/list-query.ts";
import { readPatch } from "./scim/patch.ts";
import * as described from "./scim/schemas.ts";
import { ScimError } from "./scim/scim-error.ts";
import { SCIM_PATH } from "./scim/scim-path.ts";
import { patchedUser, readUser, type UserInput } from "./scim/user-input.ts";
import {
  handler,
  identify,
  idOf,
  listReply,
  mustMatch,
  patchReply,
  queryOf,
  resourceReply,
  type ScimReply,
  send,
  sendError,
} from "./scim-request.routes.ts";
import { toUserResource } from "./user-resource.ts";

const userRoutes = (app: FastifyInstance, services: Services, base: () => string): void => {
  const of = (work: Parameters<typeof handler>[2]) => handler(services, "User", work);
  const config = { body: bodyLimits.directory };
  app.get(
    "/Users",
    of(async (scope, request) => {
      const query = readListQuery(queryOf(request));
      const projection = readProjection(queryOf(request));
      const { users: found, total } = await users.listDirectoryUsers(scope, query);
      const resources = found.map((user) => project(toUserResource(user, base()), projection));
      return listReply(resources, total, query.startIndex);
    }),
  );
  app.get(
    "/Users/:id",
    of(async (scope, request) =>
      resourceReply(toUserResource(await users.findDirectoryUser(scope, idOf(request)), base()), request),
    ),
  );
  app.post(
    "/Users",
    { config },
    of(async (scope, request, attempt) => {
      const user = await users.createDirectoryUser(services, scope, attempt, request.body);
      return resourceReply(toUserResource(user, base()), request, 201);
    }),
  );
  const update = (
    reply: (resource: ReturnType<typeof toUserResource>, request: FastifyRequest) => ScimReply,
    read: (body: unknown, now: UserInput) => UserInput,
  ) =>
    of(async (scope, request, attempt) => {
      const [id, check] = [idOf(request), mustMatch(request)];
      const user = await users.updateDirectoryUser(services, scope, attempt, id, check, (now) =>
        read(request.body, now),
      );
      return reply(toUserResource(user, base()), request);
    });
  app.put("/Users/:id", { config }, update(resourceReply, readUser));
  app.patch(
    "/Users/:id",
    { config },
    update(patchReply, (body, now) => patchedUser(now, readPatch(body))),
  );
  app.delete(
    "/Users/:id",
    { config },
    of(async (scope, request, attempt) => {
      await users.deleteDirectoryUser(services, scope, attempt, idOf(request), mustMatch(request));
      return { status: 204 };
    }),
  );
};

const groupRoutes = (app: FastifyInstance, services: Services, base: () => string): void => {
  const of = (work: Parameters<typeof handler>[2]) => handler(services, "Group", work);
  const config = { body: bodyLimits.directory };
  const wantsMembers = (request: FastifyRequest) => isWanted(readProjection(queryOf(request)), "members");
  const resourceOf = async (scope: CompanyScope, id: string, withMembers: boolean) => {
    const { group, members } = await groups.findDirectoryGroup(scope, id, withMembers);
    return groups.toGroupResource(group, members, base());
  };
  app.get(
    "/Groups",
    of(async (scope, request) => {
      const query = readListQuery(queryOf(request));
      const projection = readProjection(queryOf(request));
      const found = await groups.listDirectoryGroups(scope, query, wantsMembers(request));
      const resources = found.groups.map(({ group, members }) =>
        project(groups.toGroupResource(group, members, base()), projection),
      );
      return listReply(resources, found.total, query.startIndex);
    }),
  );
  app.get(
    "/Groups/:id",
    of(async (scope, request) =>
      resourceReply(await resourceOf(scope, idOf(request), wantsMembers(request)), request),
    ),
  );
  app.post(
    "/Groups",
    { config },
    of(async (scope, request, attempt) => {
      const { id } = await groups.createDirectoryGroup(services, scope, attempt, request.body);
      return resourceReply(await resourceOf(scope, String(id), wantsMembers(request)), request, 201);
    }),
  );
  app.put(
    "/Groups/:id",
    { config },
    of(async (scope, request, attempt) => {
      const [id, check] = [idOf(request), mustMatch(request)];
      await groups.updateDirectoryGroup(services, scope, attempt, id, check, (now) =>
        readGroup(request.body, now),
      );
      return resourceReply(await resourceOf(scope, idOf(request), wantsMembers(request)), request);
    }),
  );
  app.patch(
    "/Groups/:id",
    { config },
    of(async (scope, request, attempt) => {
      const [id, check] = [idOf(request), mustMatch(request)];
      const group = await groups.updateDirectoryGroup(services, scope, attempt, id, check, (now, members) =>
        patchedGroup(now, readPatch(request.body), members),
      );
      const isAsked = readProjection(queryOf(request)).only !== undefined;
      const resource = isAsked
        ? await resourceOf(scope, idOf(request), wantsMembers(request))
        : groups.toGroupResource(group, undefined, base());
      return patchReply(resource, request);
    }),
  );
  app.delete(
    "/Groups/:id",
    { config },
    of(async (scope, request, attempt) => {
      await groups.deleteDirectoryGroup(services, scope, attempt, idOf(request), mustMatch(request));
      return { status: 204 };
    }),
  );
};

/** What is supported, as the standard wants it described. */
const descriptionRoutes = (app: FastifyInstance, base: () => string): void => {
  const listed = (all: readonly { readonly id: string }[]) => ({
    list: () => listReply(all, all.length, 1),
    find: (id: string): ScimReply => {
      const body = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
      if (!body) throw new ScimError(404, "Not found.");
      return { status: 200, body };
    },
  });
  const answer =
    (of: (request: FastifyRequest) => ScimReply) => (request: FastifyRequest, reply: FastifyReply) => {
      const isFiltered = Object.keys(queryOf(request)).some((name) => name.toLowerCase() === "filter");
      if (isFiltered) throw new ScimError(403, "Descriptions cannot be filtered.");
      return send(reply, of(request));
    };
  // The others are what older clients of Microsoft ask for.
  for (const path of ["/ServiceProviderConfig", "/ServiceConfiguration", "/serviceConfiguration"])
    app.get(
      path,
      answer(() => ({ status: 200, body: described.serviceProviderConfig(base()) })),
    );
  for (const [path, all] of [
    ["/Schemas", described.schemas],
    ["/ResourceTypes", described.resourceTypes],
  ] as const) {
    app.get(
      path,
      answer(() => listed(all(base())).list()),
    );
    app.get(
      `${path}/:id`,
      answer((request) => listed(all(base())).find(idOf(request))),
    );
  }
};

/** Some directories write the names of resources in small letters: /users for /Users. */
const alsoInLowerCase = (app: FastifyInstance, route: RouteOptions): void => {
  const path = route.url.slice(SCIM_PATH.length);
  const [, name = ""] = path.split("/");
  const lower = path.replace(name, name.toLowerCase());
  // A HEAD route follows each GET route by itself.
  if (lower === path || route.method === "HEAD") return;
  if (!app.hasRoute({ method: String(route.method), url: SCIM_PATH + lower }))
    app.route({ ...route, url: lower });
};

/** The users and groups of companies, for their directories (SCIM 2.0: RFC 7643 and 7644). */
export const scimRoutes = (app: FastifyInstance, services: Services): void => {
  const base = () => new URL(SCIM_PATH, services.publicUrl()).href;
  app.register(
    async (inner) => {
      inner.decorateRequest("directory");
      inner.addContentTypeParser("application/scim+json", readJson);
      inner.setErrorHandler((error, request, reply) => sendError(request, reply, error));
      inner.setNotFoundHandler((request, reply) =>
        sendError(request, reply, new ScimError(404, "Not found.")),
      );
      inner.addHook("onRequest", identify(services));
      inner.addHook("onRoute", (route) => alsoInLowerCase(inner, route));
      userRoutes(inner, services, base);
      groupRoutes(inner, services, base);
      descriptionRoutes(inner, base);
      // A directory is no user.
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
        inner.route({
          ...{ method, url: "/Me" },
          handler: () => {
            throw new ScimError(501, "/Me is not supported.");
          },
        });
      // Else the page would be sent for it.
      inner.get("/*", () => {
        throw new ScimError(404, "Not found.");
      });
    },
    { prefix: SCIM_PATH },
  );
};
