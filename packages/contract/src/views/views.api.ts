import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { views } from "./saved-views.api.ts";
import { View } from "./saved-views.schema.ts";
import { NewView, ViewChanges } from "./views.schema.ts";

const { path, params: OfList } = views;
const ById = OfList.extend({ id: pathId });

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
