import { PAGE } from "./list-query.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";
const CORE = "urn:ietf:params:scim:schemas:core:2.0";

const ELSE_USERNAME = "else a userName that is an address";

interface Described {
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly many?: true;
  readonly required?: true;
  readonly caseExact?: true;
  readonly readOnly?: true;
  readonly unique?: true;
  readonly parts?: readonly object[];
  readonly references?: readonly string[];
}

const attribute = (name: string, description: string, more: Described = {}) => ({
  name,
  type: more.type ?? "string",
  multiValued: more.many === true,
  description,
  required: more.required === true,
  caseExact: more.caseExact === true,
  mutability: more.readOnly ? "readOnly" : "readWrite",
  returned: "default",
  uniqueness: more.unique ? "server" : "none",
  ...(more.parts && { subAttributes: more.parts }),
  ...(more.references && { referenceTypes: more.references }),
});

const externalId = attribute("externalId", "What the directory identifies it by", { caseExact: true });

const user = {
  id: USER_SCHEMA,
  name: "User",
  description: "User Account",
  attributes: [
    attribute("userName", "What the directory calls the user", { required: true, unique: true }),
    externalId,
    attribute("name", "The name of the user", {
      type: "complex",
      parts: [
        attribute("givenName", "The first name"),
        attribute("familyName", "The last name"),
        attribute("formatted", "First and last name; the first name of a new user without either", {
          readOnly: true,
        }),
      ],
    }),
    attribute("displayName", "First and last name, or else the username", { readOnly: true }),
    attribute("active", "Whether the user may sign in and approve", { type: "boolean" }),
    attribute(
      "emails",
      `The e-mail address; of several the primary one, else the one for work, ${ELSE_USERNAME}`,
      {
        type: "complex",
        many: true,
        parts: [
          attribute("value", "The address", { required: true, unique: true }),
          attribute("type", "Always work", { readOnly: true }),
          attribute("primary", "Always true", { type: "boolean", readOnly: true }),
        ],
      },
    ),
    attribute("groups", "The groups of the user", {
      type: "complex",
      many: true,
      readOnly: true,
      parts: [
        attribute("value", "The id of the group", { readOnly: true, caseExact: true }),
        attribute("display", "The name of the group", { readOnly: true }),
        attribute("$ref", "The address of the group", {
          type: "reference",
          references: ["Group"],
          readOnly: true,
          caseExact: true,
        }),
        attribute("type", "Always direct", { readOnly: true }),
      ],
    }),
  ],
};

const group = {
  id: GROUP_SCHEMA,
  name: "Group",
  description: "Group of users",
  attributes: [
    attribute("displayName", "The name of the group", { required: true, unique: true }),
    externalId,
    attribute("members", "The users of the group", {
      type: "complex",
      many: true,
      parts: [
        attribute("value", "The id of the user", { required: true, caseExact: true }),
        attribute("display", "The name of the user", { readOnly: true }),
        attribute("$ref", "The address of the user", {
          type: "reference",
          references: ["User"],
          readOnly: true,
          caseExact: true,
        }),
        attribute("type", "Always User", { readOnly: true }),
      ],
    }),
  ],
};

const described = (type: string, base: string, id: string) => ({
  meta: { resourceType: type, location: `${base}/${id}` },
});

export const schemas = (base: string) =>
  [user, group].map((each) => ({
    schemas: [`${CORE}:Schema`],
    ...each,
    ...described("Schema", base, `Schemas/${each.id}`),
  }));

export const resourceTypes = (base: string) =>
  [user, group].map(({ id, name, description }) => ({
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema: id,
    ...described("ResourceType", base, `ResourceTypes/${name}`),
  }));

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE.most },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Directory token",
      description: "A token that a company admin creates in the portal, sent as Authorization: Bearer.",
      primary: true,
    },
  ],
  ...described("ServiceProviderConfig", base, "ServiceProviderConfig"),
});
