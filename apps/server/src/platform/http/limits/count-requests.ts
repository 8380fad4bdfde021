import type { FastifyInstance } from "fastify";
import { tokenOf } from "../../access/tokens.ts";
import type { Services } from "../../services.ts";

/** Every response of the API to a user or a system of a company counts, refused ones too. */
export const countRequests = (app: FastifyInstance, { database, tokens, requestUse }: Services): void => {
  /** The first request of a session is the one that has cached whose it is. */
  const companyOfSession = (authorization: string | undefined): number | undefined => {
    const sessionId = tokens.sessionOf(tokenOf(authorization));
    return sessionId ? database.sessionCache.get(sessionId)?.who.company?.id : undefined;
  };
  app.addHook("onResponse", async ({ caller, headers }) => {
    if (!caller) return;
    const isKey = /^(company )?key /.test(caller.who);
    const company = caller.company ?? (isKey ? undefined : companyOfSession(headers.authorization));
    if (company) requestUse.note(company, isKey ? "integration" : "portal");
  });
};
