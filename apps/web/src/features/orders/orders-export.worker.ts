import { serveExport } from "../../platform/export/export-worker.ts";
import { orderExportColumns } from "./orders-export.ts";

serveExport(orderExportColumns);
