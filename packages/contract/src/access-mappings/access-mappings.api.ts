import { endpoint } from "../kit/endpoint.ts";
import {
  AccessMappings,
  MappingPreview,
  MappingPreviewRequest,
  NewAccessMappings,
} from "./access-mappings.schema.ts";

const mappings = { path: "/accounts/access-mappings/", allow: "company-admin" } as const;

export const findAccessMappings = endpoint({
  ...mappings,
  method: "GET",
  summary: "Get which groups and claims give which role, node or sites, and who is a company admin",
  reply: AccessMappings,
});

export const replaceAccessMappings = endpoint({
  ...mappings,
  method: "PUT",
  summary: "Replace the mappings of groups and claims; they apply to each person at their next sign-in",
  description:
    "What at least one mapping gives is decided by the mappings alone: whoever fits none loses it. What no mapping gives stays as it is in the portal.",
  confirm: "security",
  body: NewAccessMappings,
  reply: AccessMappings,
  fails: ["mappings.changed"],
});

export const previewAccessMappings = endpoint({
  ...mappings,
  method: "POST",
  path: "/accounts/access-mappings/preview/",
  summary: "Find out what the mappings, or a draft of them, would give to a person; changes nothing",
  body: MappingPreviewRequest,
  reply: MappingPreview,
});
