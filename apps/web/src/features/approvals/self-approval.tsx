import { Switch } from "@mantine/core";
import { findCompanyConfiguration, updateCompanyConfiguration } from "@mcc/contract/company/company.api.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call, reading } from "../../platform/api.ts";
import { queryClient } from "../../platform/query-client.ts";
import { useSessionUser } from "../../platform/session-user.ts";
import { toast } from "../../platform/toast.ts";
import { ruleTexts as texts } from "./rules.texts.ts";

/** Whether people may approve what they placed themselves. Not shown while nobody knows. */
export const SelfApproval = () => {
  const params = { id: useSessionUser().company?.id };
  const options = reading(findCompanyConfiguration, { params });
  const { data: settings } = useQuery(options);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (allow_self_approval: boolean) =>
      call(updateCompanyConfiguration, { params, body: { allow_self_approval } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(options.queryKey, saved);
      toast.success(saved.allow_self_approval ? texts.selfAllowed : texts.selfForbidden);
    },
    onError: toast.failure,
  });
  if (!settings) return null;
  return (
    <Switch
      mb="md"
      label={texts.selfApproval}
      description={texts.selfApprovalHint}
      checked={isPending ? variables : settings.allow_self_approval}
      onChange={({ currentTarget }) => {
        if (!isPending) mutate(currentTarget.checked);
      }}
    />
  );
};
