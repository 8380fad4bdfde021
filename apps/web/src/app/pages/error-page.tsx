import { Button } from "@mantine/core";
import { PageHeader } from "@mcc/ui/content/page-header.tsx";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { useState } from "react";
import { GENERIC_FAILURE } from "../../platform/api/call-error.ts";
import { serverResponds } from "../lazy-pages/page-reload.ts";
import { errorTexts as says } from "./error-page.texts.ts";
import classes from "./pages.module.css";

/** Shown when rendering fails. */
export const ErrorPage = () => {
  const [isUnreachable, setUnreachable] = useState(false);
  const reload = async () => {
    if (await serverResponds()) location.reload();
    else setUnreachable(true);
  };
  return (
    <div className={classes.lonely} role="alert">
      <PageHeader title={says.section} />
      <EmptyState action={<Button onClick={() => void reload()}>{says.reload}</Button>}>
        {isUnreachable ? says.unreachable : GENERIC_FAILURE}
      </EmptyState>
    </div>
  );
};
