import { z } from "zod";
import type { GlobalAction } from "../access/permissions.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { pathId } from "./id.ts";
import { pagedQuery } from "./list.ts";

const ById = z.object({ id: pathId });

interface OneSpec<
  Allow extends GlobalAction,
  Read extends GlobalAction,
  Row extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
> {
  readonly path: `/${string}/`;
  readonly allow: Allow;
  /** Who may list and find them, if not only those who may change them. */
  readonly read?: Read;
  /** As summaries name one and several of them: "a role" and "roles". */
  readonly names: readonly [one: string, several: string];
  readonly row: Row;
  readonly create: Create;
  readonly update: Update;
  /** Why a record may have to stay as it is. */
  readonly updateFails?: readonly ErrorCode[];
  /** Whether changes of them need a confirmation. */
  readonly confirm?: Endpoint["confirm"];
  /** Why a record may have to stay. */
  readonly deleteFails: readonly ErrorCode[];
  /** What the summaries do not say. */
  readonly notes?: { readonly [Call in "list" | "find" | "create" | "update" | "delete"]?: string };
}

/** The endpoints of one record: found, created, updated and deleted. */
export const oneRecordEndpoints = <
  const Allow extends GlobalAction,
  Row extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  const Read extends GlobalAction = Allow,
>({
  path,
  allow,
  read,
  names: [one],
  notes = {},
  ...spec
}: OneSpec<Allow, Read, Row, Create, Update>) => {
  const byId = { path: `${path}:id/` as const, allow, params: ById } as const;
  const changes = spec.confirm ? { confirm: spec.confirm } : {};
  return {
    find: endpoint({
      ...byId,
      allow: (read ?? allow) as Read,
      method: "GET",
      summary: `Get ${one}`,
      description: notes.find,
      reply: spec.row,
      fails: ["not_found"],
    }),
    create: endpoint({
      ...changes,
      method: "POST",
      path,
      allow,
      summary: `Create ${one}`,
      description: notes.create,
      body: spec.create,
      reply: spec.row,
    }),
    update: endpoint({
      ...byId,
      ...changes,
      method: "PATCH",
      summary: `Change ${one}; what is left out stays`,
      description: notes.update,
      body: spec.update,
      reply: spec.row,
      fails: ["not_found", ...(spec.updateFails ?? [])],
    }),
    delete: endpoint({
      ...byId,
      ...changes,
      method: "DELETE",
      summary: `Delete ${one}`,
      description: notes.delete,
      reply: z.object({ detail: z.string() }),
      fails: ["not_found", ...spec.deleteFails],
    }),
  };
};

interface RecordSpec<
  Allow extends GlobalAction,
  Read extends GlobalAction,
  Page extends z.ZodType,
  Row extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Filters extends z.core.$ZodLooseShape,
> extends OneSpec<Allow, Read, Row, Create, Update> {
  /** What the list is ordered by, ascending unless the request says `-` before it. */
  readonly orderBy: string;
  /** Further parameters of the list. */
  readonly filters?: Filters;
  readonly page: Page;
}

/** The endpoints of one kind of record with a plain list: that list, and those of one record. */
export const recordEndpoints = <
  const Allow extends GlobalAction,
  Page extends z.ZodType,
  Row extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  const Read extends GlobalAction = Allow,
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>({
  orderBy,
  filters,
  page,
  ...spec
}: RecordSpec<Allow, Read, Page, Row, Create, Update, Filters>) => {
  const orderings = [orderBy, `-${orderBy}`];
  const ordering = z
    .enum(orderings, { error: `This must be one of ${orderings.join(", ")}.` })
    .default(orderBy);
  return {
    list: endpoint({
      method: "GET",
      path: spec.path,
      allow: (spec.read ?? spec.allow) as Read,
      summary: `List the company's ${spec.names[1]}`,
      description: spec.notes?.list,
      query: pagedQuery({ ...(filters as Filters), order_by: ordering }),
      reply: page,
    }),
    ...oneRecordEndpoints<Allow, Row, Create, Update, Read>(spec),
  };
};
