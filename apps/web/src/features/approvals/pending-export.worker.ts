import { serveExport } from "../../platform/export-worker.ts";
import { pendingExportColumns } from "./pending-export.ts";
import { nodeOfPending } from "./pending-look.ts";

serveExport(pendingExportColumns, nodeOfPending);
