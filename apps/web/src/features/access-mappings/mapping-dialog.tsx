import { Switch } from "@mantine/core";
import { type AccessMapping, GROUPS_CLAIM } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { Endpoint, EndpointRequest } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { requiredText } from "@mcc/contract/kit/text.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import { queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { AsyncMultiSelect } from "../../platform/records/fields/async-multi-select.tsx";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { everyNode, NodeSelect } from "../../platform/records/fields/node-select.tsx";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { mappingTexts as texts } from "./mappings.texts.ts";

const everyRole = { query: { limit: String(ALL_ROWS) } };
const everySite = { query: { limit: "1000000", liteVersion: "true" } };

type Values = {
  readonly claim: string;
  readonly value: string;
  readonly role: string | null;
  readonly node: string | null;
  readonly sites: string[];
  readonly is_company_admin: boolean;
};

const keyOf = ({ claim, value }: Pick<Values, "claim" | "value">): string =>
  `${claim.trim()} ${value.trim()}`;

/** The value says what is wrong with the whole line, as the server does. */
const schemaFor = (others: readonly AccessMapping[]) => {
  const taken = new Set(others.map(keyOf));
  return z
    .object({
      claim: requiredText("Name a claim"),
      value: requiredText("Enter a value"),
      role: z.string().nullable(),
      node: z.string().nullable(),
      sites: z.array(z.string()),
      is_company_admin: z.boolean(),
    })
    .refine((line) => !taken.has(keyOf(line)), { path: ["value"], error: texts.givenTwice })
    .refine(
      ({ role, node, sites, is_company_admin }) => role || node || sites.length > 0 || is_company_admin,
      {
        path: ["value"],
        error: texts.givesNothing,
      },
    ) as unknown as z.ZodType<unknown, Values>;
};

const idOf = (record: { id: number } | null | undefined): string | null =>
  record ? String(record.id) : null;

const valuesOf = (line: AccessMapping | undefined): Values => ({
  claim: line?.claim ?? GROUPS_CLAIM,
  value: line?.value ?? "",
  role: idOf(line?.role),
  node: idOf(line?.node),
  sites: line?.sites.map(({ id }) => String(id)) ?? [],
  is_company_admin: line?.is_company_admin ?? false,
});

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The names of what was chosen, as the selects have loaded them. */
const named = <E extends Endpoint>(endpoint: E, ask: EndpointRequest<E>, ids: readonly string[]): Named[] => {
  const loaded = queryClient.getQueryData(queryFor(endpoint, ask).queryKey) as
    | { results: readonly Named[] }
    | undefined;
  const names = new Map(loaded?.results.map(({ id, name }) => [String(id), name]));
  return ids.map((id) => ({ id: Number(id), name: names.get(id) ?? "" }));
};

const given = (id: string | null): string[] => (id === null ? [] : [id]);

const lineOf = ({ claim, value, role, node, sites, is_company_admin }: Values): AccessMapping => ({
  claim: claim.trim(),
  value: value.trim(),
  role: named(roles, everyRole, given(role))[0] ?? null,
  node: named(nodeList.litePage, everyNode, given(node))[0] ?? null,
  sites: named(liteSites, everySite, sites),
  is_company_admin,
});

interface MappingDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The line that is changed; none for a new one. */
  readonly line?: AccessMapping;
  readonly others: readonly AccessMapping[];
  readonly onDone: (line: AccessMapping) => void;
}

/** One line: who has this value of a claim gets this. It is kept in the page until all lines are saved. */
export const MappingDialog = ({ line, others, onDone, ...dialog }: MappingDialogProps) => {
  const hierarchy = useSessionUser().company?.has_company_hierarchy === true;
  return (
    <CreateDialog<Values>
      {...dialog}
      title={line ? texts.editTitle : texts.addTitle}
      submit={line ? texts.editSubmit : texts.addSubmit}
      schema={schemaFor(others)}
      initialValues={valuesOf(line)}
      send={async (values) => onDone(lineOf(values))}
    >
      {(field, form) => (
        <>
          <TextField label={texts.value} description={texts.valueHint} required {...field("value")} />
          <TextField label={texts.claim} description={texts.claimHint} required {...field("claim")} />
          <AsyncSelect
            label={texts.role}
            endpoint={roles}
            ask={everyRole}
            failed={texts.rolesFailed}
            optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field("role")}
            required={false}
            clearable
          />
          {hierarchy ? (
            <NodeSelect
              label={texts.node}
              failed={texts.nodesFailed}
              {...field("node")}
              required={false}
              clearable
            />
          ) : (
            <AsyncMultiSelect
              label={texts.sites}
              endpoint={liteSites}
              ask={everySite}
              optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...field("sites")}
            />
          )}
          <Switch
            label={texts.admin}
            checked={form.values.is_company_admin}
            onChange={({ currentTarget }) => form.set({ is_company_admin: currentTarget.checked })}
          />
        </>
      )}
    </CreateDialog>
  );
};
