import { can } from "@mcc/contract/access/permissions.ts";
import * as contract from "@mcc/contract/company-data/company-data.api.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentDisposition, requestedRange } from "../../platform/files/file-headers.ts";
import { html, page } from "../../platform/html.ts";
import { FILE_HEADERS, sendLinkedFile } from "../../platform/http/linked-file.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { findCompanyExport, startCompanyExport } from "./export.service.ts";
import { findLinkedExport } from "./export-download.service.ts";

export const companyDataRoutes = (services: Services) => [
  route(contract.findCompanyExport, (scope, _, { url }) => findCompanyExport(services, scope, url)),
  route(contract.startCompanyExport, (scope, _, { url }) => startCompanyExport(services, scope, url)),
];

const sendExpired = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (!request.headers.accept?.includes("text/html")) throw new AppError("not_found");
  const body = html`<h1>Link expired</h1><p>This link is not valid or has expired.</p><p><a href="${loginPathFor("/configuration/company-data")}">Go to the company data</a></p>`;
  return reply
    .code(404)
    .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" })
    .type("text/html; charset=utf-8")
    .send(page("Link expired", body));
};

/** The archive of an export; a download that broke off goes on with a range. */
export const companyExportPages = (app: FastifyInstance, services: Services): void => {
  app.get<{ Params: { token: string } }>("/company-exports/:token", async (request, reply) => {
    const found = await findLinkedExport(services, request.params.token);
    if (!found) return sendExpired(request, reply);
    const { holder, filename, id, size } = found;
    const etag = `"${id}-${size}"`;
    const { range, "if-range": ifRange } = request.headers;
    const part = ifRange !== undefined && ifRange !== etag ? undefined : requestedRange(range, size);
    if (part === null) return reply.code(416).header("content-range", `bytes */${size}`).send();
    app.slots.downloads.take(reply, { who: holder.owner, company: holder.companyId });
    request.leaveWork?.();
    const sent = part ?? { from: 0, to: size - 1 };
    if (sent.from === 0) await found.note();
    if (part) reply.code(206).header("content-range", `bytes ${part.from}-${part.to}/${size}`);
    reply.headers({
      ...FILE_HEADERS,
      "content-type": "application/x-tar",
      "content-disposition": contentDisposition("attachment", filename),
      "content-length": sent.to - sent.from + 1,
      "accept-ranges": "bytes",
      etag,
    });
    return sendLinkedFile(services, reply, holder.sessionId, found.open(sent), (who) =>
      can(who, "company-admin"),
    );
  });
};
