import { Skeleton, Switch } from "@mantine/core";
import { findReportSettings, updateReportSettings } from "@mcc/contract/reports/reports.api.ts";
import { useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../../platform/api/call.ts";
import { refetch } from "../../platform/api/invalidate.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { runAction, useIsRunning } from "../../platform/records/action.ts";
import { reportsTexts as texts } from "./reports.texts.ts";

const settings = queryFor(findReportSettings, {});
const key = [updateReportSettings.path];

const save = (attach_files: boolean) =>
  runAction({
    key,
    send: () => call(updateReportSettings, { body: { attach_files } }),
    success: attach_files ? texts.attachOn : texts.attachOff,
    failure: texts.updateFailed,
    onSuccess: (saved) => queryClient.setQueryData(settings.queryKey, saved),
    invalidate: () => refetch(settings.queryKey),
  });

/** Whether the company lets files leave by e-mail. Its space is reserved while the setting loads. */
export const AttachSetting = () => {
  const { data, error } = useQuery(settings);
  const isOn = data?.attach_files ?? false;
  const isSaving = useIsRunning(key);
  if (!data && error) return null;
  return (
    <Skeleton visible={!data} mb="md" w="fit-content" inert={!data}>
      <Switch
        label={texts.attach}
        description={texts.attachHint}
        checked={isSaving ? !isOn : isOn}
        onChange={() => void save(!isOn)}
      />
    </Skeleton>
  );
};
