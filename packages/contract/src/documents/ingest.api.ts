import { z } from "zod";
import { Identifier } from "../integration/order-fields.ts";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";
import { FILE_MAX } from "./documents.files.ts";
import { DocumentInput, IntegrationDocument } from "./ingest.schema.ts";

export const upsertDocument = endpoint({
  method: "PUT",
  path: "/integration/v1/companies/:slug/documents/:external_id/",
  summary: "Create or replace a document and its file",
  allow: "key:documents",
  params: z.object({ slug: text(), external_id: Identifier }),
  upload: FILE_MAX,
  body: DocumentInput,
  reply: IntegrationDocument,
  fails: ["not_found", "file.too_large", "file.type", "file.infected", "file.not_scanned"],
});
