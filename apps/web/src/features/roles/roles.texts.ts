import { roleMessages } from "@mcc/contract/roles/roles.messages.ts";
import { recordTexts } from "../../platform/records/record.texts.ts";

/** Texts of the roles screens; many are fixed by CONF-005 to CONF-028. */
export const roleTexts = {
  ...recordTexts("role"),
  title: "Roles",
  name: "Name",
  users: "Users",
  usersWith: (count: number, role: string): string =>
    `${count.toLocaleString("en-US")} ${count === 1 ? "user" : "users"} with the role ${role}`,
  rights: "What users with this role may do",
  allowed: "Allowed",
  notAllowed: "Not allowed",
  showUsers: "Show them",
  back: "Return to roles",
  empty: "Company does not have user's roles",
  listFailed: "There has been an error fetching roles",
  loginTitle: "Ecommerce Login",
  login: "Can Login in Ecommerce",
  loginHint: "Users whose role is on can log in to the storefront of their sites. Company admins always can.",
  noStorefront:
    "Your company has no storefront yet. Once your provider has set one up, users whose role is on can log in to it.",
  trackingTitle: "Order Tracking",
  tracking: "Can View Order Tracking",
  trackingHint: "Users whose role is on can track the orders of their sites. Company admins always can.",
  deleted: roleMessages.deleted,
  saveQuestion:
    "This role has an order approval rule. Orders that are pending already keep showing its previous name.",
  deleteQuestion: (name: string): string =>
    `Do you want to delete the role ${name}? Any related order approval rule will be removed.`,
} as const;
