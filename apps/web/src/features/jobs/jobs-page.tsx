import { dropJob, jobList, retryJob } from "@mcc/contract/jobs/jobs.api.ts";
import type { Job } from "@mcc/contract/jobs/jobs.schema.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconRefresh, IconTrash } from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { runAction } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { jobTexts as texts } from "./jobs.texts.ts";

const columns: RowColumns<typeof jobList> = {
  queue: { identifies: true, width: [160, 280] },
  state: { tones: { Failed: "bad", Retrying: "warn", Running: "info", Waiting: "neutral" } },
  created: { card: "detail" },
  attempts: { card: "detail" },
  next_at: { card: "detail" },
  error: { cell: ({ error }) => error, width: [220, 640], card: "detail" },
};

const refresh = () => invalidate([jobList.page]);

const retry = ({ id }: Job) =>
  runAction({
    key: [retryJob.path, id],
    send: () => call(retryJob, { params: { id } }),
    success: texts.retried,
    failure: texts.retryFailed,
    invalidate: refresh,
  });

const askToDrop = ({ id, queue }: Job) =>
  confirmDelete({
    key: [dropJob.path, id],
    title: texts.dropTitle,
    question: texts.dropQuestion(queue),
    confirm: texts.drop,
    send: () => call(dropJob, { params: { id } }),
    success: texts.dropped,
    failure: texts.dropFailed,
    invalidate: refresh,
  });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** A job that runs is left to its worker. */
const actions = (job: Job) =>
  job.state !== "Running" && (
    <>
      <IconAction
        label={texts.retry}
        about={job.queue}
        icon={<IconRefresh {...icon} />}
        onClick={() => void retry(job)}
      />
      <IconAction
        danger
        label={texts.drop}
        about={job.queue}
        icon={<IconTrash {...icon} />}
        onClick={() => void askToDrop(job)}
      />
    </>
  );

/** For the operator: background jobs that wait, run, are retried, or have failed for good. */
export const JobsPage = () => {
  const list = useListState(jobList);
  return (
    <Page section={texts.section} title={texts.title}>
      <ResourceTable
        list={list}
        noun={texts.title}
        searched={texts.searched}
        columns={columns}
        rowKey={({ id }) => id}
        maxRows={PAGE_SIZE}
        refreshEvery={WITHOUT_STREAM_MS}
        actions={actions}
        maxActions={2}
        emptyHint={texts.empty}
      />
    </Page>
  );
};
