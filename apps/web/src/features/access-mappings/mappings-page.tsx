import { Button } from "@mantine/core";
import {
  findAccessMappings,
  replaceAccessMappings,
} from "@mcc/contract/access-mappings/access-mappings.api.ts";
import type { AccessMapping } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { toast } from "../../platform/page/toast.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { messagesByField } from "../../platform/records/forms/form.ts";
import { useLeaveGuard } from "../../platform/records/forms/use-leave-guard.ts";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { keepRecord, useRecord } from "../../platform/records/use-record.ts";
import { inputsOf } from "./mapping-inputs.ts";
import { MappingTable } from "./mapping-table.tsx";
import classes from "./mappings.module.css";
import { mappingTexts as texts } from "./mappings.texts.ts";
import { PreviewCard } from "./preview-card.tsx";

type Saved = Reply<typeof findAccessMappings>;

const loadDialog = async () => (await import("./mapping-dialog.tsx")).MappingDialog;

const isSame = (one: readonly AccessMapping[], other: readonly AccessMapping[]): boolean =>
  JSON.stringify(inputsOf(one)) === JSON.stringify(inputsOf(other));

/** Of a refusal about one of the lines. */
const lineProblem = (error: unknown): string | undefined =>
  error instanceof CallError ? Object.values(messagesByField(error.fields, { mappings: [] }))[0] : undefined;

const Editor = ({ loaded, load }: { loaded: Saved; load: () => Promise<Saved | undefined> }) => {
  // As it was opened or last saved: somebody else's change is refused by its version, not lost.
  const [saved, setSaved] = useState(loaded);
  const [draft, setDraft] = useState<readonly AccessMapping[]>(loaded.mappings);
  /** The position of the line in the dialog; behind the last one for a new one. */
  const [edited, setEdited] = useState<number>();
  const [problem, setProblem] = useState<{ words: string | undefined; isOutdated: boolean }>();
  const Dialog = useLazy(loadDialog, {
    early: false,
    needed: edited !== undefined,
    onFailure: toast.failure,
  });
  const dirty = !isSame(draft, saved.mappings);
  useLeaveGuard({ dirty, isSending: () => false });
  const take = (now: Saved) => {
    setSaved(now);
    setDraft(now.mappings);
    setProblem(undefined);
  };
  const save = async () => {
    const outcome = await runAction({
      key: [replaceAccessMappings.path],
      send: () =>
        call(replaceAccessMappings, { body: { mappings: inputsOf(draft), version: saved.version } }),
      onSuccess: (now) => {
        keepRecord(findAccessMappings, {}, now);
        take(now);
      },
      success: texts.saved,
      failure: texts.saveFailed,
      invalidate: async () => undefined,
    });
    if (!outcome || outcome.ok) return;
    const { error } = outcome;
    const isOutdated = error instanceof CallError && error.code === "mappings.changed";
    setProblem({ words: isOutdated ? error.detail : lineProblem(error), isOutdated });
  };
  const reload = async () => {
    const now = await load();
    if (now) take(now);
  };
  const change = (lines: readonly AccessMapping[]) => {
    setDraft(lines);
    setProblem(undefined);
  };
  return (
    <div className={classes.parts}>
      <Card
        title={texts.lines}
        flush
        aside={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(draft.length)}>
            {texts.add}
          </Button>
        }
      >
        <div className={classes.above}>
          <p className={classes.hint}>{texts.hint}</p>
          {draft.length > 0 && <p className={classes.hint}>{texts.decides}</p>}
          {draft.length > 1 && <p className={classes.hint}>{texts.order}</p>}
        </div>
        <MappingTable lines={draft} onChange={change} onEdit={setEdited} />
      </Card>
      <PreviewCard draft={draft} />
      {(dirty || problem) && (
        <div className={classes.bar}>
          <FormAlert>{problem?.words}</FormAlert>
          <p className={classes.words}>{texts.unsaved}</p>
          {problem?.isOutdated && (
            <ActionButton variant="default" action={reload}>
              {texts.reload}
            </ActionButton>
          )}
          <Button variant="default" onClick={() => change(saved.mappings)}>
            {texts.discard}
          </Button>
          <ActionButton action={save}>{texts.save}</ActionButton>
        </div>
      )}
      {Dialog && edited !== undefined && (
        <Dialog
          opened
          line={draft[edited]}
          others={draft.filter((_, at) => at !== edited)}
          onDone={(line) => change(draft.toSpliced(edited, 1, line))}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
};

const list = { to: "/configuration/sign-in", label: texts.above } as const;

/** Which groups and claims give which role, node or sites, and who is a company admin. */
export const MappingsPage = () => {
  // Not cached: the page starts with the mappings as the server has them now.
  const loaded = useRecord(findAccessMappings, {}, { failed: texts.failed, gcTime: 0 });
  const load = async () => (await loaded.retry()).data as Saved | undefined;
  return (
    <RecordPage
      title={texts.title}
      breadcrumbs={breadcrumbs([CONFIGURATION, list], texts.title)}
      back={{ ...list, label: texts.back }}
      failed={texts.failed}
      loaded={loaded}
    >
      {(record) => <Editor loaded={record} load={load} />}
    </RecordPage>
  );
};
