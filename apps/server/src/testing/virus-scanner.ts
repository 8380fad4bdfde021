import { createServer, type Server, type Socket } from "node:net";

/** The test file of the European Institute for Computer Antivirus Research, in parts: scanners look at sources, too. */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!", "$H+H*"].join(
  "",
);

const COMMAND = "zINSTREAM\0";

/** The chunks of a stream, each after its length; undefined while the last one has not arrived. */
const contentIn = (sent: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= sent.length; ) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
};

/** The other side of the protocol of clamd. `answer` replaces what it says; `break` ends connections without a word. */
export const startScanner = async (port = 0) => {
  const state: { answer: string | undefined; breaks: boolean; early: boolean } = {
    ...{ answer: undefined, breaks: false, early: false },
  };
  let scans = 0;
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => {});
    let sent = Buffer.alloc(0);
    socket.on("data", (part) => {
      sent = Buffer.concat([sent, part]);
      if (state.breaks) return socket.destroy();
      const content = contentIn(sent);
      if (content === undefined && !state.early) return;
      scans++;
      const found = content?.includes(EICAR) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
      socket.end(`${sent.toString().startsWith(COMMAND) ? (state.answer ?? found) : "UNKNOWN COMMAND"}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as { port: number };
  return {
    url: `tcp://127.0.0.1:${bound}`,
    port: bound,
    state,
    scans: () => scans,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
};
