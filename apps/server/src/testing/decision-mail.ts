import { openDecisionLink } from "@mcc/contract/approvals/decision-link.api.ts";
import { vi } from "vitest";
import type { openMailServer } from "./mail-server.ts";
import type { TestServer } from "./test-server.ts";

type MailServer = Pick<Awaited<ReturnType<typeof openMailServer>>, "received">;

const LINK = /http:\/\/portal\.test\/decide\/([\w-]{43})\?decision=approve/;

/** The token of the decision that was sent to this address about this order. */
export const tokenSentTo = (mail: MailServer, email: string, identifier: string): Promise<string> =>
  vi.waitFor(
    () => {
      const message = mail.received.find(
        ({ to, shown }) => to === email && new RegExp(`\\b${identifier}\\b`).test(shown) && LINK.test(shown),
      );
      if (!message) throw new Error(`No decision about ${identifier} was sent to ${email}.`);
      return LINK.exec(message.shown)?.[1] as string;
    },
    { timeout: 30_000, interval: 50 },
  );

type Fields = Readonly<Record<string, string>>;

/** A browser at the page of a decision: it keeps cookies and follows nothing by itself. */
export const openBrowser = ({ address, call }: TestServer, token: string) => {
  const cookies = new Map<string, string>();
  const send = async (method: string, body?: Fields, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/decide/${token}`, {
      method,
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "), ...headers },
      body: body && new URLSearchParams(body),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name) cookies.set(name, value ?? "");
    }
    const page = await response.text();
    const form = /name="form" value="([^"]+)"/.exec(page)?.[1];
    return { status: response.status, headers: response.headers, page, form };
  };
  const open = () => send("GET");
  return {
    cookies,
    open,
    send,
    /** As the portal does it after a sign-in. */
    signIn: async (userToken: string) => {
      const { status, body } = await call(openDecisionLink, { token: userToken, body: { token } });
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
