import { UploadPage } from "./upload-page.tsx";

const load = async () => (await import("./budget-upload.tsx")).BudgetUpload;

/** Uploads budgets from a spreadsheet. */
export const UploadBudgetsPage = () => <UploadPage kind="budgets" load={load} />;
