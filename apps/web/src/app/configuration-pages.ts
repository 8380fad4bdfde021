/** The configuration of a company, by path. */
export const configurationPages = {
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
  "/configuration/event-deliveries": () =>
    import("../features/events/company-deliveries-page.tsx").then(
      ({ CompanyDeliveriesPage }) => CompanyDeliveriesPage,
    ),
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
} as const;
