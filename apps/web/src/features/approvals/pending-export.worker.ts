import { serveExport } from "../../platform/export-worker.ts";
import { pendingExportColumns } from "./pending-export.ts";

serveExport(pendingExportColumns);
