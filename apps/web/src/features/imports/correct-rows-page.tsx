import { Button } from "@mantine/core";
import { findImport } from "@mcc/contract/imports/imports.api.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconCheck } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { CorrectRows } from "./correct-rows.tsx";
import { columnKeysOf } from "./failed-rows.ts";
import { aboveOf, uploadsOf } from "./import-paths.ts";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";

const RECORDS = { sites: "/sites", budgets: "/budgets" } as const;

/** The failed rows of an upload, to be corrected later than the upload itself. */
export const CorrectRowsPage = () => {
  const { importId = "" } = useParams({ strict: false });
  const { company } = useSessionUser();
  const loaded = useRecord(findImport, { params: { id: importId } }, { failed: texts.importFailed });
  const kind = loaded.record?.kind ?? "sites";
  const name = loaded.record?.file_name ?? texts.correct;
  return (
    <RecordPage
      title={name}
      breadcrumbs={breadcrumbs([aboveOf[kind], uploadsOf[kind]], name)}
      back={{ to: uploadsOf[kind].to, label: texts.backToUploads }}
      failed={texts.importFailed}
      loaded={loaded}
    >
      {({ failed, undone_at }) =>
        undone_at || failed === 0 ? (
          <EmptyState
            icon={<IconCheck size={28} stroke={1.5} />}
            action={
              <Button variant="default" renderRoot={(props) => <Link {...props} to={RECORDS[kind]} />}>
                {kindTexts[kind].see}
              </Button>
            }
          >
            {undone_at ? texts.importUndone : texts.allImported}
          </EmptyState>
        ) : (
          company && <CorrectRows importId={importId} keys={columnKeysOf(kind, company)} />
        )
      }
    </RecordPage>
  );
};
