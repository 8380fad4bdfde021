import { Agent, request } from "node:http";

/** A minimal client with kept-alive connections: it shares the cores with the measured server. */
export interface Client {
  /** The body, unparsed; any other response than a success is an error. */
  ask(path: string): Promise<Buffer>;
  /** The same for a call that changes something, without a body. */
  post(path: string): Promise<Buffer>;
  close(): void;
}

export const clientOf = (address: string, token?: string): Client => {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const headers = token ? { authorization: `JWT ${token}` } : {};
  const send = (method: string, path: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const sent = request({ method, hostname, port, path, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", reject);
        answer.once("end", () => {
          const body = Buffer.concat(chunks);
          if (answer.statusCode === 200) resolve(body);
          else
            reject(new Error(`${path} was answered ${answer.statusCode}: ${body.toString().slice(0, 300)}`));
        });
      });
      sent.once("error", reject);
      sent.end();
    });
  return {
    ask: (path) => send("GET", path),
    post: (path) => send("POST", path),
    close: () => agent.destroy(),
  };
};
