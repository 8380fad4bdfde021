/** Texts of the companies area; most of them are fixed by PLAT-001 to PLAT-061. */
export const companyTexts = {
  section: "MCC Admin",
  title: "Companies",
  searched: "Name, slug or host",
  empty: "There are no companies yet. Create the first one.",
  fetchAllFailed: "There was an error fetching Companies",
  searchFailed: "There was an error searching Companies",
  edit: "Edit",
  uploadNodes: "Upload Nodes",
  uploadSites: "Upload Sites",
  back: "Return to companies",
  create: "Create Company",
  closed: "Closed",
  closedCompanies: "Closed Companies",
  created: "Company created",
  createFailed: "There was an error while creating your company, try again later",
  sections: "Sections of this company",
  update: "Update Company",
  updateSubmit: "Update",
  updated: "Company was updated",
  updateFailed: "There was an error updating the Company",
  fetchFailed: "There was an error fetching the Company",
  name: "Name",
  domain: "Domain",
  newDomainHint: "The website, the host of this portal and the storefront follow from it.",
  domainHint:
    "The website, the host of this portal and the storefront follow from it. With another host, single sign-on works again once the identity provider has the new addresses.",
  slug: "Slug Name",
  newSlugHint: "Names the company in the integration API. Left empty, it is made of the name.",
  slugHint: "Names the company in the integration API: systems that use it have to change with it.",
  website: "Website",
  host: "Host",
  storefront: "Ecommerce URL",
  createConfiguration: "Create Company configuration",
  editConfiguration: "Edit Company configuration",
} as const;

export const configurationTexts = {
  createTitle: "Create Company Configuration",
  editTitle: "Edit Company Configuration",
  subtitle: "Create the default configuration for all company nodes.",
  editSubtitle: "The default configuration of all company nodes.",
  tenantGroup: "Tenant Group",
  erp: "Name Extension / Customer ERP Id",
  tenantGroupHint: "The group of this company in the provider's systems.",
  erpHint: "How the provider's ERP knows this customer. It extends the name of the company there.",
  approvalHint:
    "Orders are approved by rules. Disabled: an admin of the company can enable it. Not available: nobody sees it.",
  trackingHint: "Orders can be tracked on their way.",
  hierarchyHint: "Sites and users belong to the nodes of a tree.",
  approval: "Order Approval status",
  tracking: "Order Tracking status",
  hierarchy: "Hierarchy status",
  locationNames: "Location names are required",
  locationNamesHint: "Sites have a location name, which the lists show too.",
  weekdayHidden: "Hide WEEKDAY alert rules",
  weekdayHiddenHint: "Alert rules by weekday are not offered, and those that exist send nothing.",
  choose: "Choose a status",
  createSubmit: "Create",
  save: "Save",
  created: "Company configuration created",
  createFailed: "There was an error while creating your company configuration.",
  saved: "Company configuration saved.",
  saveFailed: "There was an error while editing your company configuration.",
  fetchFailed: "There was an error fetching the Company Configuration",
} as const;

/** From a new company to an administrator who can sign in. */
export const nextStepTexts = {
  title: (at: number): string => `Next: step ${at} of 3`,
  configure: "Create the configuration",
  configureHint: "The company needs a configuration before it can have sites, users and orders.",
  invite: "Invite the first administrator",
  inviteHint: "The company needs someone who manages it. They get an e-mail with a link to set a password.",
  waiting: (name: string, email: string, host: string): string =>
    `${name} was invited at ${email}. With the link in that e-mail they set a password, and then sign in at ${host}.`,
} as const;

export const administratorTexts = {
  title: "Administrators",
  table: "Administrators of the company",
  empty: "Nobody can manage this company yet. Invite its first administrator.",
  fetchFailed: "There was an error fetching the administrators",
  invite: "Invite Administrator",
  inviteSubmit: "Send invitation",
  inviteHint: "They get an e-mail with a link to set a password, which works for one week.",
  invited: "Invitation sent",
  inviteFailed: "There was an error sending the invitation",
  firstName: "First Name",
  lastName: "Last Name",
  email: "Email",
  person: "Name",
  username: "Username",
  state: "Status",
  lastLogin: "Last Login",
  never: "Never",
  actions: "Actions",
  correct: "Change email",
  correctTitle: (name: string): string => `Change the email of ${name}`,
  correctSubmit: "Save",
  correctHint: "The former address is notified, and links that were sent to it no longer work.",
  correctInvitedHint: "The invitation is sent to the new address, and the one that was sent before ends.",
  corrected: "Email changed",
  correctFailed: "There was an error changing the email",
  resend: "Resend invitation",
  revoke: "Revoke invitation",
  revokeQuestion: (name: string): string =>
    `Do you want to revoke the invitation of ${name}? The link that was sent will no longer work.`,
  delete: "Delete administrator",
  deleteQuestion: (name: string): string =>
    `Do you want to delete the administrator ${name}? They will no longer be able to sign in.`,
  revoked: "Invitation revoked",
  deleted: "Administrator deleted",
  revokeFailed: "There was an error deleting the administrator",
} as const;

const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** What both imports say. */
export const importTexts = {
  file: "File",
  choose: "Choose a CSV file",
  send: "Send",
  noFile: "You need to select a file",
  template: "Download template",
  sending: (percent: number): string => `Sending the file: ${percent} %`,
  saving: (rows: number): string =>
    `Checking and saving ${counted(rows, "row", "rows")} … Thousands of rows take a few minutes.`,
  progress: (done: number, total: number): string =>
    `${done.toLocaleString("en-US")} of ${counted(total, "row", "rows")} prepared. They are saved together.`,
  noHierarchy: "This company does not have hierarchy.",
  errors: "Errors",
  errorTable: "Errors by row and column",
  row: "Row",
  column: "Column",
  message: "Error",
  download: "Download errors",
  more: (count: number): string =>
    `${counted(count, "more error", "more errors")}. Download the errors to see them all.`,
} as const;

export const nodeImportTexts = {
  title: "Import nodes",
  hint: "One row for each node. Name the parent, or give its id; leave it empty for the root. Separate several users or sites with semicolons.",
  success: "Nodes created successfully",
  failure: "There was an error creating the nodes",
  created: (count: number): string => `${counted(count, "node was", "nodes were")} created.`,
  templateFile: "nodes_template.csv",
  errorsFile: "nodes_errors.xlsx",
} as const;

export const siteImportTexts = {
  title: "Import Sites",
  hint: "One row for each site. Node, Site Type and Warehouse are names of records that exist.",
  success: "Sites created successfully",
  failure: "There was an error creating Sites",
  created: (count: number): string => `${counted(count, "site was", "sites were")} created.`,
  templateFile: "sites_template.csv",
  errorsFile: "sites_errors.xlsx",
} as const;
