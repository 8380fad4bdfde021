import { createHash } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Cart } from "./cart.ts";
import { STOREFRONT_PATH } from "./register.ts";
import type { Shopper } from "./shopper.ts";

const SESSION = "storefront_session";
const CART = "storefront_cart";
const WORKDAY = 8 * 60 * 60;

/** The storefront keeps nothing on the server: who shops, and the cart, are in signed cookies of its own path. */
export const makeCookies = (apiKey: string) => {
  const signed = <Claims extends object>(name: string) => {
    const key = createHash("sha256").update(`${name}\n${apiKey}`).digest();
    const verify = createVerifier({ key, algorithms: ["HS256"] });
    return {
      read: ({ headers }: FastifyRequest): Claims | undefined => {
        try {
          return verify(valueIn(headers.cookie, name)) as Claims;
        } catch {
          return undefined;
        }
      },
      write: (reply: FastifyReply, claims: Claims, seconds: number): void => {
        const sign = createSigner({ key, algorithm: "HS256", expiresIn: seconds * 1000 });
        setCookie(reply, `${name}=${sign({ ...claims })}; Max-Age=${seconds}`);
      },
      clear: (reply: FastifyReply): void => setCookie(reply, `${name}=; Max-Age=0`),
    };
  };
  const session = signed<Shopper>(SESSION);
  const cart = signed<Cart>(CART);
  return {
    session: {
      ...session,
      /** For a working day, and never longer than the session in the portal. */
      open: (reply: FastifyReply, shopper: Shopper, until: Date) => {
        const seconds = Math.floor((until.getTime() - Date.now()) / 1000);
        session.write(reply, shopper, Math.max(1, Math.min(WORKDAY, seconds)));
      },
    },
    cart: { ...cart, keep: (reply: FastifyReply, content: Cart) => cart.write(reply, content, WORKDAY) },
  };
};

const valueIn = (header: string | undefined, name: string): string =>
  (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/** Not for scripts, not sent by other sites, and not sent to the portal, which shares the host in the demo. */
const setCookie = (reply: FastifyReply, pair: string): void => {
  const secure = reply.request.protocol === "https" ? "; Secure" : "";
  reply.header("set-cookie", `${pair}; Path=${STOREFRONT_PATH}; HttpOnly; SameSite=Lax${secure}`);
};
