import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { requiredText, text } from "../kit/text.ts";
import { hierarchyMessages as says } from "./hierarchy.messages.ts";
import { NodeConfiguration } from "./node-configuration.schema.ts";

/** The number of sites and users listed in a row; the rest are counted. */
export const PLACES_IN_ROW = 3;
/** The same for the page of a node. */
export const PLACES_IN_RECORD = 100;

/** A node for columns, filters and selectors: what every user of the company may read. */
export const LiteNode = z.object({
  id: z.number(),
  name: z.string(),
  organization_group: z.number(),
  parent: z.number().nullable(),
  /** Begins the usernames below it: its own prefix, else that of the nearest node above it, else the company's. */
  username_prefix: z.string(),
});
export type LiteNode = z.output<typeof LiteNode>;

const Named = z.object({ id: z.number(), name: z.string() });
const Person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

const details = {
  parent_name: z.string().nullable(),
  /** The name of its group. */
  type: z.string(),
  ecommerce_catalog: z.string().nullable(),
  mcc_domain: z.string().nullable(),
  ecommerce_domain: z.string().nullable(),
  is_root: z.boolean(),
  has_own_configuration: z.boolean(),
  /** An approval rule of a user names the node. */
  has_approval_rule: z.boolean(),
  company: z.number(),
  /** The first ones by name, and how many there are. */
  sites: z.array(Named),
  sites_count: z.number(),
  users: z.array(Person),
  users_count: z.number(),
  /** The ids of the nodes directly below it. */
  children: z.array(z.number()),
  /** Its own configuration. */
  config: NodeConfiguration.nullable(),
};

/** A node as company admins read it. */
export const NodeRecord = z.object({ ...LiteNode.shape, ...details });
export type NodeRecord = z.output<typeof NodeRecord>;

/** In the list; selectors, and users who are no company admins, get a lite node. */
export const NodeRow = z.object({ ...LiteNode.shape, ...z.object(details).partial().shape });
export type NodeRow = z.output<typeof NodeRow>;

const Name = requiredText(says.required).trim();
const Group = bodyId(says.required);
const Parent = bodyId(says.required).nullable();
const Optional = text().trim().nullable();

export const NewNode = z.object({
  name: Name,
  organization_group: Group,
  parent: Parent.default(null).describe("Required, unless it is the first node: the root"),
  sites: bodyIds().describe("Sites without a node").default([]),
  users: bodyIds().describe("Users without a node").default([]),
});
export type NewNode = z.output<typeof NewNode>;

/** Sites and users get another node on their own pages; what a request says of them is not read. */
export const NodeChanges = z
  .object({
    name: Name,
    organization_group: Group,
    parent: Parent,
    ecommerce_catalog: Optional,
    mcc_domain: Optional,
    ecommerce_domain: Optional,
  })
  .partial();
export type NodeChanges = z.output<typeof NodeChanges>;

export const NodeMove = z.object({ parent: bodyId(says.required) });

/** The number of users that a preview names. */
export const USERS_IN_PREVIEW = 10;
/** The number of sites that it names of each of them. */
export const SITES_IN_PREVIEW = 3;

const MovedAccess = z.object({
  /** How many users are concerned. */
  users_count: z.number(),
  /** The first of them by name, each with the number of sites and the first of these by name. */
  users: z.array(Person.extend({ sites_count: z.number(), sites: z.array(Named) })),
});

/** What moving a node would change. Company admins see every site, before and after. */
export const MovePreview = z.object({
  /** The nodes that move: the node and those below it; and the sites at them. */
  nodes_count: z.number(),
  sites_count: z.number(),
  gains: MovedAccess,
  loses: MovedAccess,
});
export type MovePreview = z.output<typeof MovePreview>;
