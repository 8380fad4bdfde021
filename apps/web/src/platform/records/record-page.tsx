import { Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { notFound } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { nameOfRecord } from "../page/opened-records.ts";
import { Page } from "../page/page.tsx";
import { ReturnLink } from "../page/return-link.tsx";
import { useOpenedRecord } from "../page/use-opened-record.ts";
import { type PageLink, toPage } from "./breadcrumbs.tsx";
import { LoadFailed } from "./load-failed.tsx";
import classes from "./record-page.module.css";
import type { useRecord } from "./use-record.ts";

interface PageWithBackProps extends Omit<ComponentProps<typeof Page>, "back"> {
  /** The list, also when the record does not exist. */
  readonly back: PageLink;
}

/** A page with a link back above its title. */
export const PageWithBack = ({ back, ...page }: PageWithBackProps) => (
  <Page
    {...page}
    back={
      <ReturnLink className={classes.back} {...toPage(back)}>
        <IconArrowLeft size={16} aria-hidden />
        {back.label}
      </ReturnLink>
    }
  />
);

interface RecordPageProps<Record> extends Omit<PageWithBackProps, "children"> {
  readonly loaded: Omit<ReturnType<typeof useRecord>, "record"> & { readonly record: Record | undefined };
  readonly failed: string;
  readonly children: (record: Record) => ReactNode;
}

/** The page of one record: loading, not found, failed with a retry, or its content. */
export const RecordPage = <Record,>({ loaded, failed, children, ...page }: RecordPageProps<Record>) => {
  const { record, error, missing, retry } = loaded;
  const name = nameOfRecord(record);
  useOpenedRecord(name);
  if (missing) throw notFound({ data: page.back });
  return (
    <PageWithBack
      standing={name && !page.title.includes(name) && <span className={classes.name}>{name}</span>}
      {...page}
    >
      {record && children(record)}
      {!record &&
        (error ? <LoadFailed retry={retry}>{failed}</LoadFailed> : <Skeleton height={220} maw={560} />)}
    </PageWithBack>
  );
};
