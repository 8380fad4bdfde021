import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { Assistant, AssistantConsent, AssistantRequest, MOST_ASSISTANTS } from "./assistants.schema.ts";

const assistants = { path: "/accounts/assistants/", allow: "company:member" } as const;
const request = {
  ...assistants,
  path: "/accounts/assistants/requests/:request/",
  params: z.object({ request: z.string().max(64) }),
  fails: ["not_found", "assistants.off"],
} as const;
/** Where the browser goes on: it leads back to the assistant. */
const GoOn = z.object({ url: z.string() });

export const ownAssistants = endpoint({
  ...assistants,
  method: "GET",
  summary: "List the assistants that the signed-in user has connected, the latest first",
  reply: z.object({ results: z.array(Assistant) }),
});

export const revokeAssistant = endpoint({
  ...assistants,
  path: "/accounts/assistants/:id/",
  method: "DELETE",
  summary: "Take access from an assistant of the signed-in user; it ends at once",
  params: z.object({ id: pathId }),
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

export const findAssistantRequest = endpoint({
  ...request,
  method: "GET",
  summary: "Get which assistant asks for access, and to what",
  reply: AssistantRequest,
});

export const allowAssistant = endpoint({
  ...request,
  path: "/accounts/assistants/requests/:request/allow/",
  method: "POST",
  summary: "Give an assistant access with the signed-in user's own rights, to read only",
  description: `It ends after the chosen days. A user has at most ${MOST_ASSISTANTS} connected.`,
  confirm: "security",
  body: AssistantConsent,
  reply: GoOn,
  fails: ["not_found", "assistants.off", "assistants.full"],
});

export const refuseAssistant = endpoint({
  ...request,
  path: "/accounts/assistants/requests/:request/refuse/",
  method: "POST",
  summary: "Give an assistant no access",
  reply: GoOn,
  fails: ["not_found"],
});
