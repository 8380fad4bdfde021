import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { FILE_LIMITS, ImportFile } from "./file-imports.schema.ts";
import { nodeColumns } from "./node-columns.ts";
import { siteColumns } from "./site-columns.ts";

const common = {
  method: "POST",
  allow: "mcc-admin",
  upload: FILE_LIMITS.bytes,
  body: ImportFile,
  reply: z.object({ created: z.number() }),
  fails: ["import.rows", "file.too_large", "file.infected", "file.not_scanned"],
} as const;

const ALL = "All rows or none: the response names every wrong row and column.";

export const importNodes = endpoint({
  ...common,
  path: "/company-hierarchy/organization-import-nodes/",
  summary: "Create the nodes of a CSV file",
  description: `${ALL} Columns: ${Object.values(nodeColumns).join(", ")}. A parent is named or given by its id, and may follow its children; several users or sites are separated by semicolons. At most ${FILE_LIMITS.nodes} rows, which name at most ${FILE_LIMITS.names} users and sites. The first file of a company brings its groups, too.`,
});

export const importSites = endpoint({
  ...common,
  path: "/sites/import-sites/",
  summary: "Create the sites of a CSV file",
  description: `${ALL} Columns: ${Object.values(siteColumns).join(", ")}. At most ${FILE_LIMITS.sites} rows.`,
});

export const importProgress = endpoint({
  method: "GET",
  path: "/mcc-admin/import-progress/:id/",
  summary: "How far the import of a file is",
  description:
    "By the UUID that was sent with the file. A total of 0: its rows are not known yet, or it has ended.",
  allow: "mcc-admin",
  params: z.object({ id: z.uuid() }),
  reply: z.object({ done: z.number(), total: z.number() }),
});
