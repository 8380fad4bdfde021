import { Loader } from "@mantine/core";
import { approvalNodes } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { TreePicker } from "@mcc/ui/forms/tree-picker.tsx";
import { IconBuildingFactory2, IconHierarchy2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { queryFor } from "../../platform/api/call.ts";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { includedIn, ruleTexts as texts } from "./approval-rules.texts.ts";
import { coverageInDraft, coverageTree, isSite, pickedOf, placesOf } from "./rule-coverage.ts";
import type { RuleValues } from "./rule-form.schema.ts";
import { useRules } from "./use-rules.ts";

const icon = { size: 15, stroke: 1.6 } as const;

interface PlacesFieldProps {
  readonly form: AppForm<RuleValues>;
  readonly userId: string;
  /** The rules of a draft, instead of today's. */
  readonly draft?: readonly ApprovalRuleRow[] | undefined;
}

/** The sites and nodes where a user's rule applies; those of another user's rule are shown disabled. */
export const CoverageField = ({ form, userId, draft }: PlacesFieldProps) => {
  const hierarchy = useSessionUser().company?.has_company_hierarchy === true;
  const { data: nodes, error, isPending } = useQuery(queryFor(approvalNodes, { params: { userId } }));
  const { rules: today } = useRules();
  const rules = draft ?? today;
  useEffect(() => {
    // No toast (specification): the picker stays empty.
    if (error) console.error("The sites and nodes of the user could not be loaded", error);
  }, [error]);
  const tree = useMemo(() => {
    const holders = new Map(rules?.map(({ id, user }) => [id, user?.name]));
    const places = draft ? coverageInDraft(nodes ?? [], draft, Number(userId)) : (nodes ?? []);
    return coverageTree(places, (rule) => holders.get(rule));
  }, [nodes, rules, draft, userId]);
  if (isPending) return <Loader size="sm" role="img" aria-label={texts.loading} />;
  const { sites, nodes: chosen } = form.values;
  return (
    <TreePicker
      label={hierarchy ? texts.places : texts.sites}
      search={hierarchy ? texts.searchPlaces : texts.searchSites}
      empty={tree.length === 0 ? texts.noPlaces : texts.noMatch}
      required
      path="sites"
      nodes={tree}
      picked={pickedOf({ sites, nodes: chosen })}
      onPick={(picked) => form.set({ ...placesOf(picked) })}
      includedIn={includedIn}
      iconOf={(node) => (isSite(node) ? <IconBuildingFactory2 {...icon} /> : <IconHierarchy2 {...icon} />)}
      error={form.errors.sites ?? form.errors.nodes}
    />
  );
};
