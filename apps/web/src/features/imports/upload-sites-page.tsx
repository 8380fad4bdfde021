import { UploadPage } from "./upload-page.tsx";

const load = async () => (await import("./site-upload.tsx")).SiteUpload;

/** Uploads sites from a spreadsheet. */
export const UploadSitesPage = () => <UploadPage kind="sites" load={load} />;
