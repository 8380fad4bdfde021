import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { LISTS_WITH_VIEWS, NewView, View, ViewChanges } from "./views.schema.ts";

const path = "/lists/:list/views/";
const list = z.enum(LISTS_WITH_VIEWS, { error: `This must be one of ${LISTS_WITH_VIEWS.join(", ")}.` });
const OfList = z.object({ list });
const ById = z.object({ list, id: pathId });

export const views = endpoint({
  method: "GET",
  path,
  summary: "List the user's views of a list and those shared with the company",
  allow: "company:member",
  params: OfList,
  reply: z.object({ results: z.array(View) }),
});

export const createView = endpoint({
  method: "POST",
  path,
  summary: "Save a view of a list",
  allow: "company:member",
  params: OfList,
  body: NewView,
  reply: View,
  fails: ["views.full"],
});

export const updateView = endpoint({
  method: "PATCH",
  path: `${path}:id/`,
  summary: "Change a view; what is left out stays",
  description:
    "Only its owner can change a view. `is_default` belongs to the caller, who can also set it on a shared view.",
  allow: "company:member",
  params: ById,
  body: ViewChanges,
  reply: View,
  fails: ["not_found", "view.not_owner", "views.full"],
});

export const deleteView = endpoint({
  method: "DELETE",
  path: `${path}:id/`,
  summary: "Delete a view",
  description: "Users who had it as their default see the standard list again.",
  allow: "company:member",
  params: ById,
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "view.not_owner"],
});
