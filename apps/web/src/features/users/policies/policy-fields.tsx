import { displayName } from "@mcc/contract/access/session.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { z } from "zod";
import { AsyncMultiSelect } from "../../../platform/records/fields/async-multi-select.tsx";
import { AsyncSelect } from "../../../platform/records/fields/async-select.tsx";
import { everyNode } from "../../../platform/records/fields/node-select.tsx";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { policyTexts as texts } from "./policies.texts.ts";

export type PolicyValues = {
  readonly user: string | null;
  /** Not sent: it narrows which sites are offered. */
  readonly nodes: string[];
  readonly policy_sites: string[];
};

const User = z.string({ error: texts.required });
const fields = { user: User, nodes: z.array(z.string()), policy_sites: z.array(z.string()) };

/** A new policy has a site at least; an existing one ends without any. */
export const NewPolicyForm = z.object({
  ...fields,
  policy_sites: fields.policy_sites.min(1, texts.required),
}) as unknown as z.ZodType<unknown, PolicyValues>;
export const PolicyForm = z.object(fields) as unknown as z.ZodType<unknown, PolicyValues>;

const lite = { query: { liteVersion: "true", limit: String(ALL_ROWS) } };
const candidates = { query: { ...lite.query, hasPolicies: "false" } };

const optionOf = (user: Pick<UserRow, "id" | "username" | "first_name" | "last_name">) => ({
  value: String(user.id),
  label: `${displayName(user)} (${user.username})`,
});

interface PolicyFieldsProps {
  readonly form: AppForm<PolicyValues>;
  /** Whose policy it is; not given for a new one. */
  readonly user?: UserRow;
}

/** Whose policy, and to which sites it limits them. */
export const PolicyFields = ({ form: { field, values }, user }: PolicyFieldsProps) => {
  const nodes = new Set(values.nodes.map(Number));
  const picked = new Set(values.policy_sites.map(Number));
  return (
    <>
      <AsyncSelect
        label={texts.user}
        endpoint={userList.litePage}
        ask={candidates}
        optionsOf={({ results }) => results.map(optionOf)}
        failed={texts.usersFailed}
        fixed={user && optionOf(user)}
        {...field("user")}
      />
      <AsyncMultiSelect
        label={texts.nodes}
        description={texts.nodesHint}
        endpoint={nodeList.page}
        ask={everyNode}
        optionsOf={({ results }) =>
          results.map(({ id, name }) => ({ value: String(id), label: `${name} (ID: ${id})` }))
        }
        failed={texts.nodesFailed}
        {...field("nodes")}
      />
      <AsyncMultiSelect
        label={texts.sites}
        description={user && texts.endHint}
        required={!user}
        endpoint={liteSites}
        ask={lite}
        optionsOf={({ results }) =>
          results
            .filter(
              ({ id, node }) => nodes.size === 0 || picked.has(id) || (node !== null && nodes.has(node)),
            )
            .map(({ id, name }) => ({ value: String(id), label: name }))
        }
        optionsFor={[...nodes, ...picked].join()}
        failed={texts.sitesFailed}
        {...field("policy_sites")}
      />
    </>
  );
};
