import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { PageLink } from "./breadcrumbs.tsx";
import type { AppForm } from "./forms/form.ts";
import type { RecordTexts } from "./record.texts.ts";

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}
export type FormValues = Record<string, unknown>;

/** What the list and the page of one kind of record have in common. */
export interface RecordScreens<Values extends FormValues> {
  readonly texts: RecordTexts;
  /** The pages above the list. */
  readonly above: readonly PageLink[];
  readonly path: LinkProps["to"];
  /** Creates and updates take the form's values as their body. */
  readonly endpoints: Readonly<Record<"list" | "find" | "create" | "update" | "delete", Endpoint>>;
  readonly schema: z.ZodType<unknown, Values>;
  readonly fields: (field: AppForm<Values>["field"]) => ReactNode;
  /** No toast for an update whose errors the form shows on its fields. */
  readonly fieldErrorsOnly?: boolean;
  /** The toast for a failed delete, if it is not always the same. */
  readonly deleteFailure?: (error: unknown) => string;
  /** Refetches what a change of one makes stale. */
  readonly invalidate: () => Promise<unknown>;
}
