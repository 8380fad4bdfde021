import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { requiredText, text } from "../kit/text.ts";

/** The claim that has the groups of a person, whatever the provider calls it; also the groups of a directory. */
export const GROUPS_CLAIM = "groups";
const MOST_MAPPINGS = 200;
export const MOST_CLAIMS = 100;
export const MOST_CLAIM_VALUES = 1_000;

const Named = z.object({ id: z.number(), name: z.string() });

/** What a provider or a directory says of a person. */
export const Claim = z.object({ name: z.string(), values: z.array(z.string()) });
export type Claim = z.output<typeof Claim>;

/** Who has this value of this claim gets the role, the node or the sites, and may be a company admin. */
export const AccessMapping = z.object({
  claim: z.string(),
  value: z.string(),
  role: Named.nullable(),
  /** In a company with a hierarchy. */
  node: Named.nullable(),
  /** In a company without a hierarchy. */
  sites: z.array(Named),
  is_company_admin: z.boolean(),
});
export type AccessMapping = z.output<typeof AccessMapping>;

/** In order: of several mappings that fit, the first one with a role gives the role, and so with the node. */
export const AccessMappings = z.object({
  mappings: z.array(AccessMapping),
  /** Increases with every change; 0: never changed. */
  version: z.number(),
});

const MappingInput = z.object({
  claim: requiredText("Name a claim").trim().default(GROUPS_CLAIM),
  value: requiredText("Enter a value").trim(),
  role_id: bodyId().nullish(),
  node: bodyId().nullish(),
  sites: bodyIds().default([]),
  is_company_admin: z.boolean({ error: "This must be true or false." }).default(false),
});
export type MappingInput = z.output<typeof MappingInput>;

const MappingsInput = z
  .array(MappingInput, { error: "This must be a list of mappings." })
  .max(MOST_MAPPINGS, `This can't hold more than ${MOST_MAPPINGS} mappings.`);

export const NewAccessMappings = z.object({
  mappings: MappingsInput,
  version: z
    .number({ error: "Send the version that the change is based on." })
    .int()
    .describe("The version that the change is based on; another one is refused"),
});
export type NewAccessMappings = z.output<typeof NewAccessMappings>;

const ClaimInput = z.object({
  name: requiredText("Name a claim").trim(),
  values: z.array(text(1_000), { error: "This must be a list of texts." }).max(MOST_CLAIM_VALUES),
});

export const MappingPreviewRequest = z.object({
  mappings: MappingsInput.optional().describe("A draft; left out: the mappings that are saved"),
  user: bodyId().optional().describe("The person whose access is previewed, by what is known of them"),
  claims: z
    .array(ClaimInput, { error: "This must be a list of claims." })
    .max(MOST_CLAIMS)
    .optional()
    .describe("Claims to try instead of those that are known"),
});
export type MappingPreviewRequest = z.output<typeof MappingPreviewRequest>;

/** What the mappings decide. What no mapping of the company gives stays as it is in the portal. */
export const MAPPED_FIELDS = ["role", "node", "sites", "is_company_admin"] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

export const MappedAccess = z.object({
  role: Named.nullable(),
  node: Named.nullable(),
  sites: z.array(Named),
  is_company_admin: z.boolean(),
});
export type MappedAccess = z.output<typeof MappedAccess>;

export const CLAIM_SOURCES = ["single_sign_on", "directory"] as const;
export type ClaimSource = (typeof CLAIM_SOURCES)[number];

/** How the mappings apply to a person, as the access page explains it. */
export const MappingOfUser = z.object({
  /** What the mappings decide about in this company. */
  decides: z.array(z.enum(MAPPED_FIELDS)),
  /** The mappings that fit, in their order, and what each of them gives. */
  matches: z.array(AccessMapping),
  /** Where the claims come from, the latest first, and since when they are known. */
  sources: z.array(z.object({ source: z.enum(CLAIM_SOURCES), at: z.iso.datetime() })),
});
export type MappingOfUser = z.output<typeof MappingOfUser>;

/** What would follow for a person. */
export const MappingPreview = MappingOfUser.extend({
  claims: z.array(Claim),
  /** As it is now; null for somebody who is no user yet. */
  before: MappedAccess.nullable(),
  after: MappedAccess,
});
export type MappingPreview = z.output<typeof MappingPreview>;
