import { openDecisionLink } from "@mcc/contract/decision-links/decision-links.api.ts";
import { eventually } from "./eventually.ts";
import { openFormPage } from "./form-page.ts";
import type { openMailServer } from "./mail-server.ts";
import type { TestServer } from "./test-server.ts";

type MailServer = Pick<Awaited<ReturnType<typeof openMailServer>>, "received">;

const LINK = /http:\/\/portal\.test\/decide\/([\w-]{43})\?decision=approve/;

/** The token of the decision that was sent to this address about this order. */
export const tokenSentTo = (mail: MailServer, email: string, identifier: string): Promise<string> =>
  eventually(() => {
    const message = mail.received.find(
      ({ to, shown }) => to === email && new RegExp(`\\b${identifier}\\b`).test(shown) && LINK.test(shown),
    );
    if (!message) throw new Error(`No decision about ${identifier} was sent to ${email}.`);
    return LINK.exec(message.shown)?.[1] as string;
  });

/** A browser at the page of a decision. */
export const openBrowser = (testServer: TestServer, token: string) => {
  const { cookies, send, open } = openFormPage(testServer, `/decide/${token}`);
  return {
    cookies,
    open,
    send,
    /** As the portal does it after a sign-in. */
    signIn: async (userToken: string) => {
      const { status, body } = await testServer.call(openDecisionLink, { token: userToken, body: { token } });
      if (status !== 200) return status;
      return (await send("POST", { proof: body.proof })).status;
    },
    /** Opens the page and presses a button. */
    decide: async (decision: "approve" | "reject", note = "") => {
      const { form } = await open();
      return send("POST", { form: form ?? "", decision, note });
    },
  };
};
