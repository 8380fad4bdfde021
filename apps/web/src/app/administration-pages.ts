/** The pages of company admins and operators, and other large pages, by path. */
export const administrationPages = {
  "/analytics": () =>
    import("../features/analytics/analytics-page.tsx").then(({ AnalyticsPage }) => AnalyticsPage),
  "/analytics/approvals": () =>
    import("../features/analytics/approval-times/approval-times-page.tsx").then(
      ({ ApprovalTimesPage }) => ApprovalTimesPage,
    ),
  "/hierarchy": () => import("../features/hierarchy/nodes-page.tsx").then(({ NodesPage }) => NodesPage),
  "/hierarchy/$id": () => import("./pages/node-page.tsx").then(({ NodePage }) => NodePage),
  "/hierarchy/groups": () =>
    import("../features/hierarchy/groups-page.tsx").then(({ GroupsPage }) => GroupsPage),
  "/hierarchy/groups/$id": () =>
    import("../features/hierarchy/group-page.tsx").then(({ GroupPage }) => GroupPage),
  "/hierarchy/policies": () =>
    import("../features/users/policies/policies-page.tsx").then(({ PoliciesPage }) => PoliciesPage),
  "/hierarchy/policies/$id": () =>
    import("../features/users/policies/policy-page.tsx").then(({ PolicyPage }) => PolicyPage),
  "/sites/$siteId": () => import("./pages/site-page.tsx").then(({ SitePage }) => SitePage),
  "/budgets": () => import("../features/budgets/budgets-page.tsx").then(({ BudgetsPage }) => BudgetsPage),
  "/budgets/upload": () =>
    import("../features/imports/upload-budgets-page.tsx").then(({ UploadBudgetsPage }) => UploadBudgetsPage),
  "/budgets/$budgetId": () =>
    import("../features/budgets/budget-page.tsx").then(({ BudgetPage }) => BudgetPage),
  "/reports": () => import("../features/reports/reports-page.tsx").then(({ ReportsPage }) => ReportsPage),
  "/users": () => import("../features/users/users-page.tsx").then(({ UsersPage }) => UsersPage),
  "/users/$userId": () => import("./pages/user-page.tsx").then(({ UserPage }) => UserPage),
  "/hierarchy/tree": () => {
    void import("../features/hierarchy/tree/prefetch-tree.ts").then(({ prefetchTree }) => prefetchTree());
    return import("../features/hierarchy/tree/tree-page.tsx").then(({ TreePage }) => TreePage);
  },
  "/api-keys": () => import("../features/api-keys/api-keys-page.tsx").then(({ ApiKeysPage }) => ApiKeysPage),
  "/api-keys/$keyId": () =>
    import("../features/api-keys/api-key-page.tsx").then(({ ApiKeyPage }) => ApiKeyPage),
  "/event-deliveries": () =>
    import("../features/events/event-deliveries-page.tsx").then(
      ({ EventDeliveriesPage }) => EventDeliveriesPage,
    ),
  "/checklist": () =>
    import("../features/installation/checklist-page.tsx").then(({ ChecklistPage }) => ChecklistPage),
  "/companies": () =>
    import("../features/companies/companies-page.tsx").then(({ CompaniesPage }) => CompaniesPage),
  "/companies/create": () =>
    import("../features/companies/create-company-page.tsx").then(
      ({ CreateCompanyPage }) => CreateCompanyPage,
    ),
  "/companies/closed": () =>
    import("../features/company-closing/closed-companies-page.tsx").then(
      ({ ClosedCompaniesPage }) => ClosedCompaniesPage,
    ),
  "/companies/$id": () => import("./pages/company-page.tsx").then(({ CompanyPage }) => CompanyPage),
  "/companies/$companyId/configuration/create": () =>
    import("../features/companies/configuration-page.tsx").then(
      ({ CreateConfigurationPage }) => CreateConfigurationPage,
    ),
  "/companies/$companyId/configuration/edit": () =>
    import("../features/companies/configuration-page.tsx").then(
      ({ EditConfigurationPage }) => EditConfigurationPage,
    ),
  "/companies/$companyId/nodes/upload": () =>
    import("../features/companies/import/import-pages.tsx").then(({ ImportNodesPage }) => ImportNodesPage),
  "/companies/$companyId/sites/upload": () =>
    import("../features/companies/import/import-pages.tsx").then(({ ImportSitesPage }) => ImportSitesPage),
  "/jobs": () => import("../features/jobs/jobs-page.tsx").then(({ JobsPage }) => JobsPage),
  "/assistants/connect": () =>
    import("../features/assistants/connect-page.tsx").then(({ ConnectPage }) => ConnectPage),
  "/sign-ins": () =>
    import("../features/security/sign-ins-page.tsx").then(({ PlatformSignInsPage }) => PlatformSignInsPage),
} as const;
