import { serveExport } from "../../platform/export/export-worker.ts";
import { nodeOfPending } from "./pending-columns.ts";
import { pendingExportColumns } from "./pending-export.ts";

serveExport(pendingExportColumns, nodeOfPending);
