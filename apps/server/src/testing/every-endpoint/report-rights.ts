import type { RightsRow } from "./kinds.ts";

/** Who may have views of lists sent regularly. */
export const REPORT_RIGHTS: readonly RightsRow[] = [
  {
    rule: "Every user of a company makes and gets reports, of lists that they may see.",
    allowed: ["regular", "limited", "approver", "impersonator", "admin", "bareAdmin"],
    endpoints: [
      "GET /reports/",
      "POST /reports/",
      "POST /reports/preview/",
      "GET /reports/readers/",
      "GET /reports/settings/",
      "GET /reports/:id/",
      "PATCH /reports/:id/",
      "DELETE /reports/:id/",
      "POST /reports/:id/run/",
      "GET /reports/:id/runs/",
      "POST /reports/:id/accept/",
      "POST /reports/:id/decline/",
      "GET /reports/:id/file/",
    ],
  },
  {
    rule: "Company admins decide whether reports may have attached files.",
    allowed: ["admin", "bareAdmin"],
    endpoints: ["PATCH /reports/settings/"],
  },
];
