import { serveExport } from "../../platform/export-worker.ts";
import { orderExportColumns } from "./orders-export.ts";

serveExport(orderExportColumns);
