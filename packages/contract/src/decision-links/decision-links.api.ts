import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";

export const openDecisionLink = endpoint({
  method: "POST",
  path: "/approvals/decision-links/open/",
  summary: "Open the decision link of an e-mail as the signed-in user",
  description:
    "Answers a proof of the sign-in, valid for a minute, which the page behind the link takes. A link that has ended, or is of another user, is not found.",
  allow: "company:member",
  body: z.object({ token: text() }),
  reply: z.object({ proof: z.string() }),
  fails: ["not_found"],
});
