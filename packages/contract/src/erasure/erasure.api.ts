import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { deleteUser } from "../users/users.api.ts";
import { Erasure, ErasureRequest } from "./erasure.schema.ts";

export const eraseUser = endpoint({
  method: "POST",
  path: "/accounts/users/:id/erase/",
  summary: "Erase a person: history keeps a pseudonym instead of their name",
  description:
    "The user is deleted at once and their sessions end. A job then replaces name, addresses and phone number, also former ones, in everything the company has, and removes their messages. It cannot be undone. Users who were deleted before can be erased, too.",
  allow: "company-admin",
  confirm: "security",
  params: z.object({ id: pathId }),
  body: ErasureRequest,
  reply: Erasure,
  fails: deleteUser.fails,
});

export const erasures = endpoint({
  method: "GET",
  path: "/accounts/erasures/",
  summary: "List the people who were erased, the latest first, at most 100",
  allow: "company-admin",
  reply: z.object({ results: z.array(Erasure) }),
});
