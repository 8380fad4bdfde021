import { hierarchyMessages as says } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import {
  NewNodeConfiguration,
  type NodeConfiguration,
} from "@mcc/contract/hierarchy/node-configuration.schema.ts";
import type { NodeRecord } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { requiredText, text } from "@mcc/contract/kit/text.ts";
import { z } from "zod";

/** The fields of a node's own configuration; its JSON as it is typed. */
export type ConfigurationValues = {
  readonly usernamePrefix: string;
  readonly tenantGroup: string;
  readonly ecommerceCheckoutConfiguration: string;
  readonly isBuyoutNode: boolean;
};

export type NodeValues = ConfigurationValues & {
  readonly name: string;
  readonly ecommerceCatalog: string;
  readonly mccDomain: string;
  readonly ecommerceDomain: string;
  readonly group: string | null;
  readonly parent: string | null;
  readonly sites: string[];
  readonly users: string[];
  /** The first node of a company, and only that one, has no parent. */
  readonly isRoot: boolean;
  readonly hasOwnConfig: boolean;
  readonly hasApprovalRule: boolean;
  /** Whether the node has, or is to have, a configuration of its own. */
  readonly customConfig: boolean;
};

const INDENT = 4;

const jsonOf = (typed: string): unknown => {
  try {
    return JSON.parse(typed);
  } catch {
    return undefined;
  }
};

/** The typed JSON as the API takes it, and checks it. */
const Checkout = z
  .string()
  .transform(jsonOf)
  .pipe(NewNodeConfiguration.shape.ecommerceCheckoutConfiguration.unwrap());

export const ConfigurationForm = z.object({
  usernamePrefix: NewNodeConfiguration.shape.usernamePrefix,
  tenantGroup: NewNodeConfiguration.shape.tenantGroup,
  ecommerceCheckoutConfiguration: Checkout,
  isBuyoutNode: z.boolean(),
}) satisfies z.ZodType<unknown, ConfigurationValues>;

const Chosen = z.string({ error: says.required }).regex(/^\d+$/, says.required);

const nodeFields = (isRoot: boolean) => ({
  name: requiredText(says.required),
  ecommerceCatalog: text(),
  mccDomain: text(),
  ecommerceDomain: text(),
  group: Chosen,
  parent: isRoot ? Chosen.nullable() : Chosen,
  sites: z.array(z.string()),
  users: z.array(z.string()),
});

/** The configuration is checked only while it is wanted, and not where it has a step of its own. */
export const nodeForm = ({ hasNextStep }: { readonly hasNextStep: boolean }) =>
  z.custom<NodeValues>().superRefine((values, context) => {
    const configuration = values.customConfig && !hasNextStep ? ConfigurationForm.shape : {};
    const { error } = z.object({ ...nodeFields(values.isRoot), ...configuration }).safeParse(values);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  });

export const newConfiguration: ConfigurationValues = {
  usernamePrefix: "",
  tenantGroup: "",
  ecommerceCheckoutConfiguration: "{}",
  isBuyoutNode: false,
};

export const newNode = (isRoot: boolean): NodeValues => ({
  ...newConfiguration,
  name: "",
  ecommerceCatalog: "",
  mccDomain: "",
  ecommerceDomain: "",
  group: null,
  parent: null,
  sites: [],
  users: [],
  isRoot,
  hasOwnConfig: false,
  hasApprovalRule: false,
  customConfig: false,
});

const configurationValues = (config: NodeConfiguration): ConfigurationValues => ({
  ...config,
  ecommerceCheckoutConfiguration: JSON.stringify(config.ecommerceCheckoutConfiguration, null, INDENT),
});

const optionOf = (id: number | null): string | null => (id === null ? null : String(id));

export const valuesOf = (node: NodeRecord, config: NodeConfiguration | undefined): NodeValues => ({
  ...(config ? configurationValues(config) : newConfiguration),
  name: node.name,
  ecommerceCatalog: node.ecommerce_catalog ?? "",
  mccDomain: node.mcc_domain ?? "",
  ecommerceDomain: node.ecommerce_domain ?? "",
  group: optionOf(node.organization_group),
  parent: optionOf(node.parent),
  sites: node.sites.map(({ id }) => String(id)),
  users: node.users.map(({ id }) => String(id)),
  isRoot: node.is_root,
  hasOwnConfig: node.has_own_configuration,
  hasApprovalRule: node.has_approval_rule,
  customConfig: node.has_own_configuration,
});

export const creationOf = ({ name, group, parent, sites, users }: NodeValues) => ({
  name,
  organization_group: Number(group),
  parent: parent === null ? null : Number(parent),
  sites: sites.map(Number),
  users: users.map(Number),
});

/** The parent only if it was changed: the node may have been moved since the form was opened. */
export const changesOf = (node: NodeRecord, values: NodeValues) => ({
  name: values.name,
  organization_group: Number(values.group),
  ecommerce_catalog: values.ecommerceCatalog || null,
  mcc_domain: values.mccDomain || null,
  ecommerce_domain: values.ecommerceDomain || null,
  ...(values.parent === optionOf(node.parent) ? {} : { parent: Number(values.parent) }),
});

export const configurationOf = (values: ConfigurationValues) => ({
  usernamePrefix: values.usernamePrefix,
  tenantGroup: values.tenantGroup,
  ecommerceCheckoutConfiguration: jsonOf(values.ecommerceCheckoutConfiguration) as Record<string, unknown>,
  isBuyoutNode: values.isBuyoutNode,
});
