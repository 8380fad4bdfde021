import type { TestServer } from "../test-server.ts";

/** A browser that keeps cookies by host and follows redirects between the portal and identity providers. */
export const openBrowser = ({ address }: Pick<TestServer, "address">) => {
  const cookies = new Map<string, Map<string, string>>();
  const visited: string[] = [];
  const jarOf = (host: string) => {
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    return jar;
  };
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { host, pathname, search } = new URL(url);
    visited.push(url);
    const jar = jarOf(host);
    const isPortal = host.endsWith(".test");
    const response = await fetch(isPortal ? `${address}${pathname}${search}` : url, {
      ...init,
      redirect: "manual",
      headers: {
        ...(init.headers as Record<string, string>),
        ...(isPortal ? { host, "x-forwarded-host": host } : {}),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  /** Until there is nothing to follow: the last address and page. A SAML answer is posted as its form would do. */
  const open = async (url: string, init: RequestInit = {}): Promise<{ url: string; page: string }> => {
    const response = await send(url, init);
    const next = response.headers.get("location");
    const page = await response.text();
    // The page of the portal itself is not served in tests.
    const there = next ? new URL(next, url) : undefined;
    if (there?.host.endsWith(".test") && !there.pathname.startsWith("/sso")) return { url: there.href, page };
    if (there) return open(there.href);
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const answer = /name="SAMLResponse"\s+value="([^"]+)"/.exec(page)?.[1];
    if (!action || !answer) return { url, page };
    const state = /name="RelayState"\s+value="([^"]*)"/.exec(page)?.[1] ?? "";
    return open(action, {
      method: "POST",
      body: new URLSearchParams({ SAMLResponse: answer, RelayState: state }),
    });
  };
  return {
    open,
    send,
    visited,
    cookies: jarOf,
    /** What the login page reads. */
    code: (host = "portal.test") => jarOf(host).get("mcc-sso-code") ?? "",
  };
};
export type TestBrowser = ReturnType<typeof openBrowser>;
