import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

interface ReceivedMail {
  to: string;
  /** As it was sent, headers included. */
  text: string;
  /** The subject and the body as a mail program shows them. */
  shown: string;
}

/** A real mail server that can refuse for a while, refuse an address for good, be slow, and be down. Stop it. */
export const startMailServer = async () => {
  const received: ReceivedMail[] = [];
  const state = {
    refusing: false,
    refused: 0,
    /** The address that it does not know. */
    unknown: "",
    /** The address whose e-mails it refuses because of their content. */
    unwanted: "",
    /** It accepts nothing before this is fulfilled. */
    slow: Promise.resolve(),
    begun: 0,
  };
  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: ({ address }, _session, done) => {
        if (address === state.unknown) {
          return done(Object.assign(new Error("no such mailbox"), { responseCode: 550 }));
        }
        if (!state.refusing) return done();
        state.refused++;
        done(Object.assign(new Error("try later"), { responseCode: 451 }));
      },
      onData: (stream, session, done) => {
        let text = "";
        stream.on("data", (chunk) => {
          text += chunk;
        });
        state.begun++;
        stream.on("end", async () => {
          await state.slow;
          if (session.envelope.rcptTo[0]?.address === state.unwanted)
            return done(Object.assign(new Error("looks like spam"), { responseCode: 554 }));
          received.push({ to: session.envelope.rcptTo[0]?.address ?? "", text, shown: decoded(text) });
          done();
        });
      },
    })
      // A sender that is killed resets its connection; without a listener, that would end the test run.
      .on("error", () => {});
  let server = make();
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const startAgain = () => {
    server = make();
    return listen(port);
  };
  return { received, state, port, stop, startAgain };
};

/** Quoted-printable, where soft line breaks and bytes above ASCII are written as `=`; headers may be folded. */
const decoded = (text: string): string => {
  const plain = text
    .replaceAll("\r\n", "\n")
    .replaceAll("=\n", "")
    .replace(/\n[ \t]+/g, " ");
  if (!/^content-transfer-encoding: quoted-printable$/im.test(plain)) return plain;
  const bytes = plain.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
};
