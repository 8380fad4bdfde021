import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";
import { urlOf } from "./databases.ts";

/** A connection to PostgreSQL that clients share, one transaction after the other. */
interface Backend {
  readonly stream: Socket;
  /** Who gets what PostgreSQL sends. */
  receive: (message: Buffer) => void;
  /** Ends the client that holds it. */
  onLost: () => void;
}

/** Calls back with whole messages; the first one of a client has no type. */
const splitMessages = (onMessage: (message: Buffer) => void, isTyped: () => boolean) => {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isTyped() ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(message);
    }
  };
};

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** The database that a client asks for when it connects. */
const databaseIn = (startup: Buffer): string => {
  const words = startup.subarray(8).toString("utf8").split("\0");
  return words[words.indexOf("database") + 1] ?? "";
};

const authenticated = (parameters: ReadonlyMap<string, string>): Buffer => {
  const message = (type: string, content: Buffer) => {
    const head = Buffer.alloc(5, type);
    head.writeInt32BE(content.length + 4, 1);
    return Buffer.concat([head, content]);
  };
  return Buffer.concat([
    message("R", Buffer.alloc(4)),
    ...[...parameters].map(([name, value]) => message("S", Buffer.from(`${name}\0${value}\0`))),
    message("K", Buffer.alloc(8)),
    message("Z", Buffer.from("I")),
  ]);
};

/** Each database gets so many connections, however many clients there are. */
const BACKENDS = 3;

/**
 * A pooler in transaction mode, as PgBouncer is one: a client holds a connection from the first message of a
 * transaction to its end, and has another one in the next. It can be led to another server.
 */
export const startTransactionPooler = async (firstUrl: string) => {
  let target: string | undefined = firstUrl;
  const parameters = new Map<string, string>();
  const idle = new Map<string, Backend[]>();
  const waiting = new Map<string, ((backend: Backend | undefined) => void)[]>();
  const opened = new Map<string, number>();
  const streams = new Set<Socket>();
  const listOf = <Item>(lists: Map<string, Item[]>, database: string): Item[] => {
    const list = lists.get(database) ?? [];
    lists.set(database, list);
    return list;
  };

  const open = async (database: string): Promise<Backend | undefined> => {
    if (!target) return undefined;
    const client = new pg.Client({ connectionString: urlOf(target, database) });
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter & { stream: Socket } };
    connection.on("parameterStatus", ({ parameterName, parameterValue }) =>
      parameters.set(parameterName, parameterValue),
    );
    client.on("error", () => {});
    try {
      await client.connect();
    } catch {
      return undefined;
    }
    // Signed in by the driver; from here on its bytes are passed on.
    const { stream } = connection;
    stream.removeAllListeners();
    const backend: Backend = { stream, receive: () => {}, onLost: () => {} };
    streams.add(stream);
    stream.on("error", () => {});
    stream.on("close", () => {
      streams.delete(stream);
      backend.onLost();
      opened.set(database, (opened.get(database) ?? 1) - 1);
      idle.set(
        database,
        listOf(idle, database).filter((one) => one !== backend),
      );
    });
    stream.on(
      "data",
      splitMessages(
        (message) => backend.receive(message),
        () => true,
      ),
    );
    return backend;
  };

  const acquire = async (database: string): Promise<Backend | undefined> => {
    const free = listOf(idle, database).pop();
    if (free) return free;
    const count = opened.get(database) ?? 0;
    if (count >= BACKENDS) return new Promise((resolve) => listOf(waiting, database).push(resolve));
    opened.set(database, count + 1);
    const backend = await open(database);
    if (!backend) opened.set(database, (opened.get(database) ?? 1) - 1);
    return backend;
  };
  const release = (database: string, backend: Backend): void => {
    Object.assign(backend, { receive: () => {}, onLost: () => {} });
    const next = listOf(waiting, database).shift();
    if (next) next(backend);
    else listOf(idle, database).push(backend);
  };

  const serve = (client: Socket): void => {
    let database = "";
    let backend: Backend | undefined;
    let isAcquiring = false;
    let unanswered = 0;
    let isComplete = true;
    const pending: Buffer[] = [];
    streams.add(client);
    client.on("error", () => {});
    client.on("close", () => {
      streams.delete(client);
      backend?.stream.destroy();
    });
    const receive = (message: Buffer): void => {
      client.write(message);
      if (typeOf(message) !== "Z") return;
      unanswered -= 1;
      const isOver = message[5] === "I".charCodeAt(0);
      if (!isOver || unanswered > 0 || !isComplete || pending.length > 0 || !backend) return;
      release(database, backend);
      backend = undefined;
    };
    const forward = async (): Promise<void> => {
      if (!backend && !isAcquiring) {
        isAcquiring = true;
        backend = await acquire(database);
        isAcquiring = false;
        if (!backend || client.destroyed) {
          if (backend) release(database, backend);
          backend = undefined;
          client.destroy();
          return;
        }
        Object.assign(backend, { receive, onLost: () => client.destroy() });
      }
      for (const message of backend ? pending.splice(0) : []) backend?.stream.write(message);
    };
    const greet = async (startup: Buffer): Promise<void> => {
      database = databaseIn(startup);
      const first = parameters.size === 0 ? await acquire(database) : undefined;
      if (first) release(database, first);
      if (parameters.size === 0) client.destroy();
      else client.write(authenticated(parameters));
    };
    const onMessage = (message: Buffer): void => {
      if (database === "") return void greet(message);
      const type = typeOf(message);
      if (type === "X") return void client.end();
      isComplete = type === "Q" || type === "S";
      if (isComplete) unanswered += 1;
      pending.push(message);
      void forward();
    };
    client.on(
      "data",
      splitMessages(onMessage, () => database !== ""),
    );
  };

  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    target = undefined;
    for (const list of waiting.values()) for (const answer of list.splice(0)) answer(undefined);
    for (const stream of streams) stream.destroy();
  };
  return {
    url: Object.assign(new URL(firstUrl), {
      port: String((server.address() as AddressInfo).port),
    }).toString(),
    /** Ends every connection, and opens none until there is another server. */
    cut,
    leadTo: (url: string) => {
      target = url;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
};
