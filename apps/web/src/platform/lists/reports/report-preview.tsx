import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { previewReport } from "@mcc/contract/reports/reports.api.ts";
import { NewReport, type ReportViewInput } from "@mcc/contract/reports/reports.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryFor } from "../../api/call.ts";
import { LoadFailed } from "../../records/load-failed.tsx";
import { useSessionUser } from "../../session/session-user.ts";
import { styleNonce } from "../../theme/style-nonce.ts";
import { reportTexts as texts } from "./report.texts.ts";
import { bodyOf, type ReportValues } from "./report-form.schema.ts";
import classes from "./reports.module.css";

const PAUSE_MS = 400;

/** The e-mail and the next runs as they would be with these values, after a pause in typing. */
export const useReportPreview = (values: ReportValues, view: ReportViewInput) => {
  const who = useSessionUser();
  // Who else gets it changes nothing of the own e-mail.
  const { readers: _readers, ...body } = bodyOf(values, who.id);
  const [settled] = useDebouncedValue(JSON.stringify({ ...body, view }), PAUSE_MS);
  const asked = JSON.parse(settled) as typeof body & { view: ReportViewInput };
  const isValid = NewReport.safeParse(asked).success;
  const { data, error, refetch } = useQuery({
    ...queryFor(previewReport, { body: asked }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { preview: isValid ? data : undefined, isValid, error, retry: refetch };
};

/** The policy of the page, which the frame inherits, allows a stylesheet only with its nonce. */
const framed = (html: string): string => html.replaceAll("<style>", `<style nonce="${styleNonce()}">`);

/** The e-mail in a frame without scripts, in which no link can be followed. */
export const ReportPreview = ({ preview, isValid, error, retry }: ReturnType<typeof useReportPreview>) => (
  <section className={classes.preview} aria-label={texts.preview}>
    <h3 className={classes.previewTitle}>{texts.preview}</h3>
    {preview && (
      <>
        <p className={classes.subject}>
          <span className={classes.quiet}>{texts.subject}</span> {preview.subject}
        </p>
        <iframe className={classes.frame} title={texts.preview} sandbox="" srcDoc={framed(preview.html)} />
      </>
    )}
    {!preview && !isValid && <p className={classes.quiet}>{texts.noPreview}</p>}
    {!preview &&
      isValid &&
      (error ? <LoadFailed retry={retry}>{texts.previewFailed}</LoadFailed> : <Skeleton height={300} />)}
  </section>
);
