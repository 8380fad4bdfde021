import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { FastifyInstance } from "fastify";
import { withLinks } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./documents.service.ts";

export const documentRoutes = (platform: Platform) => [
  on(documentList.page, async (scope, { query }, { url }) =>
    withLinks(await service.pageOfDocuments(platform, scope, query), query, url),
  ),
  on(documentList.suggest, (scope, { query }) => service.suggestDocumentValues(scope, query)),
];

/** Types a browser may show; anything else is only saved. */
const SHOWN = new Set(["application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A file behind its signed link: shown or saved, never run in the page's origin. */
export const filePages = (app: FastifyInstance, platform: Platform): void => {
  app.get<{ Params: { token: string } }>("/files/:token", async (request, reply) => {
    const file = await service.openFile(platform, request.params.token);
    if (!file) throw new AppError("not_found");
    const shown = SHOWN.has(file.content_type);
    const name = encodeURIComponent(file.document_name).replace(
      /['()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16)}`,
    );
    return reply
      .headers({
        "content-type": shown ? file.content_type : "application/octet-stream",
        "content-disposition": `${shown ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
        "content-security-policy":
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; plugin-types application/pdf",
        "cache-control": "private, no-store",
      })
      .send(file.content);
  });
};
