import { Button } from "@mantine/core";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { PageHeader } from "@mcc/ui/page-header.tsx";
import { GENERIC_FAILURE } from "../platform/api/call-error.ts";
import { errorTexts as says } from "./error-page.texts.ts";
import classes from "./pages.module.css";

/** Shown when rendering fails. */
export const ErrorPage = () => (
  <div className={classes.lonely} role="alert">
    <PageHeader title={says.section} />
    <EmptyState action={<Button onClick={() => location.reload()}>{says.reload}</Button>}>
      {GENERIC_FAILURE}
    </EmptyState>
  </div>
);
