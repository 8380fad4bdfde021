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
  "/configuration": () =>
    import("./pages/configuration-page.tsx").then(({ ConfigurationPage }) => ConfigurationPage),
  "/configuration/roles": () => import("../features/roles/roles-page.tsx").then(({ RolesPage }) => RolesPage),
  "/configuration/roles/$roleId": () =>
    import("../features/roles/role-page.tsx").then(({ RolePage }) => RolePage),
  "/configuration/general": () =>
    import("../features/company-settings/general-page.tsx").then(({ GeneralPage }) => GeneralPage),
  "/configuration/general/billing": () =>
    import("../features/company-settings/billing-page.tsx").then(({ BillingPage }) => BillingPage),
  "/configuration/ecommerce-login": () =>
    import("../features/roles/ecommerce-login-page.tsx").then(({ EcommerceLoginPage }) => EcommerceLoginPage),
  "/configuration/order-tracking": () =>
    import("../features/roles/order-tracking-page.tsx").then(({ OrderTrackingPage }) => OrderTrackingPage),
  "/configuration/site-types": () =>
    import("../features/site-types/site-types-page.tsx").then(({ SiteTypesPage }) => SiteTypesPage),
  "/configuration/site-types/$siteTypeId": () =>
    import("../features/site-types/site-type-page.tsx").then(({ SiteTypePage }) => SiteTypePage),
  "/configuration/uploads": () =>
    import("../features/imports/upload-sites-page.tsx").then(({ UploadSitesPage }) => UploadSitesPage),
  "/configuration/uploads/$importId": () =>
    import("../features/imports/correct-rows-page.tsx").then(({ CorrectRowsPage }) => CorrectRowsPage),
  "/configuration/approvals": () =>
    import("./pages/approval-rules-page.tsx").then(({ ApprovalRulesPage }) => ApprovalRulesPage),
  "/configuration/approvals/$approvalRuleId": () =>
    import("../features/approval-rules/approval-rule-page.tsx").then(
      ({ ApprovalRulePage }) => ApprovalRulePage,
    ),
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
  "/configuration/event-deliveries": () =>
    import("../features/events/company-deliveries-page.tsx").then(
      ({ CompanyDeliveriesPage }) => CompanyDeliveriesPage,
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
  "/configuration/access": () => import("./pages/access-page.tsx").then(({ AccessPage }) => AccessPage),
  "/configuration/audit": () => import("../features/audit/audit-page.tsx").then(({ AuditPage }) => AuditPage),
  "/configuration/retention": () =>
    import("../features/retention/retention-page.tsx").then(({ RetentionPage }) => RetentionPage),
  "/configuration/security": () =>
    import("../features/security/security-page.tsx").then(({ SecurityPage }) => SecurityPage),
  "/configuration/security/sessions": () =>
    import("../features/security/company-sessions-page.tsx").then(
      ({ CompanySessionsPage }) => CompanySessionsPage,
    ),
  "/configuration/security/sign-ins": () =>
    import("../features/security/sign-ins-page.tsx").then(({ SignInsPage }) => SignInsPage),
  "/assistants/connect": () =>
    import("../features/assistants/connect-page.tsx").then(({ ConnectPage }) => ConnectPage),
  "/configuration/company-data": () =>
    import("../features/company-data/company-data-page.tsx").then(({ CompanyDataPage }) => CompanyDataPage),
  "/configuration/api-keys": () =>
    import("../features/company-keys/company-keys-page.tsx").then(({ CompanyKeysPage }) => CompanyKeysPage),
  "/configuration/api-keys/$keyId": () =>
    import("../features/company-keys/company-key-page.tsx").then(({ CompanyKeyPage }) => CompanyKeyPage),
  "/configuration/sign-in": () =>
    import("./pages/single-sign-on-page.tsx").then(({ SingleSignOnPage }) => SingleSignOnPage),
  "/configuration/sign-in/groups": () =>
    import("../features/access-mappings/mappings-page.tsx").then(({ MappingsPage }) => MappingsPage),
  "/configuration/sign-in/directory-log": () =>
    import("../features/directory/directory-log-page.tsx").then(({ DirectoryLogPage }) => DirectoryLogPage),
  "/configuration/sign-in/$connectionId": () =>
    import("./pages/connection-page.tsx").then(({ ConnectionPage }) => ConnectionPage),
  "/configuration/support-access": () =>
    import("../features/support-access/support-access-page.tsx").then(
      ({ SupportAccessPage }) => SupportAccessPage,
    ),
  "/configuration/webhooks": () =>
    import("../features/webhooks/webhooks-page.tsx").then(({ WebhooksPage }) => WebhooksPage),
  "/configuration/webhooks/$webhookId": () =>
    import("../features/webhooks/webhook-page.tsx").then(({ WebhookPage }) => WebhookPage),
  "/sign-ins": () =>
    import("../features/security/sign-ins-page.tsx").then(({ PlatformSignInsPage }) => PlatformSignInsPage),
} as const;
