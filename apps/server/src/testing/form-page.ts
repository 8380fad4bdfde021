import type { TestServer } from "./test-server.ts";

type Fields = Readonly<Record<string, string>>;

/** A browser at a page with a form: it keeps cookies and follows nothing by itself. */
export const openFormPage = ({ address }: Pick<TestServer, "address">, path: string) => {
  const cookies = new Map<string, string>();
  const send = async (method: string, body?: Fields, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}${path}`, {
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
  return { cookies, send, open: () => send("GET") };
};
