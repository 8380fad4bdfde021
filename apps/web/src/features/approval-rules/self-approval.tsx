import { Skeleton, Switch } from "@mantine/core";
import {
  findCompanyConfiguration,
  updateCompanyConfiguration,
} from "@mcc/contract/company-settings/company-settings.api.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { toast } from "../../platform/page/toast.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { ruleTexts as texts } from "./approval-rules.texts.ts";

/** Whether users may approve orders that they placed. Its space is reserved while the setting loads. */
export const SelfApproval = () => {
  const params = { id: useSessionUser().company?.id };
  const options = queryFor(findCompanyConfiguration, { params });
  const { data: settings, error } = useQuery(options);
  /** The requested value, until the server responds. */
  const [wanted, setWanted] = useState<boolean>();
  const save = async (allow_self_approval: boolean): Promise<void> => {
    setWanted(allow_self_approval);
    try {
      const saved = await call(updateCompanyConfiguration, { params, body: { allow_self_approval } });
      queryClient.setQueryData(options.queryKey, saved);
      toast.success(saved.allow_self_approval ? texts.selfAllowed : texts.selfForbidden);
    } catch (error) {
      toast.failure(error);
    } finally {
      setWanted(undefined);
    }
  };
  if (!settings && error) return null;
  return (
    <Skeleton visible={!settings} mb="md" w="fit-content" inert={!settings}>
      <Switch
        label={texts.selfApproval}
        description={texts.selfApprovalHint}
        checked={wanted ?? settings?.allow_self_approval ?? false}
        onChange={({ currentTarget }) => {
          if (wanted === undefined) void save(currentTarget.checked);
        }}
      />
    </Skeleton>
  );
};
