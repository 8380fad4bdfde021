import { Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { notFound } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Page } from "../page/page.tsx";
import { ReturnLink } from "../page/return-link.tsx";
import { type PageLink, toPage } from "./breadcrumbs.tsx";
import { LoadFailed } from "./load-failed.tsx";
import classes from "./record-page.module.css";
import type { useRecord } from "./use-record.ts";

interface RecordPageProps<Record>
  extends Pick<ComponentProps<typeof Page>, "section" | "title" | "breadcrumbs"> {
  /** The way back to the list, also when the record does not exist. */
  readonly back: PageLink;
  readonly loaded: Omit<ReturnType<typeof useRecord>, "record"> & { readonly record: Record | undefined };
  readonly failed: string;
  readonly children: (record: Record) => ReactNode;
}

/** The page of one record: loading, not found, failed with a retry, or its content. */
export const RecordPage = <Record,>({ back, loaded, failed, children, ...page }: RecordPageProps<Record>) => {
  const { record, error, missing, retry } = loaded;
  if (missing) throw notFound({ data: back });
  return (
    <Page
      {...page}
      back={
        <ReturnLink className={classes.back} {...toPage(back)}>
          <IconArrowLeft size={16} aria-hidden />
          {back.label}
        </ReturnLink>
      }
    >
      {record && children(record)}
      {!record &&
        (error ? <LoadFailed retry={retry}>{failed}</LoadFailed> : <Skeleton height={220} maw={560} />)}
    </Page>
  );
};
