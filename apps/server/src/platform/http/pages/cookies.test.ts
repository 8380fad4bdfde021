import Fastify from "fastify";
import { expect, test } from "vitest";
import { readCookie, setCookie } from "./cookies.ts";

test("over TLS a cookie has a name that only pages of its own host over TLS can set; one without that name is not read", async () => {
  const app = Fastify({ trustProxy: true });
  app.get("/", async (request, reply) => {
    setCookie(request, reply, { name: "form", value: "new", seconds: 60 });
    return readCookie(request, "form") ?? "none";
  });
  const get = async (cookie: string, protocol: string) => {
    const { body, headers } = await app.inject({
      url: "/",
      headers: { cookie, "x-forwarded-proto": protocol },
    });
    return [body, headers["set-cookie"]];
  };
  const set = "form=new; Path=/; Max-Age=60; HttpOnly; SameSite=Strict";
  expect(await get("a=1; form=mine", "http")).toEqual(["mine", set]);
  expect(await get("form=planted", "https")).toEqual(["none", `__Host-${set}; Secure`]);
  expect(await get("form=planted; __Host-form=mine", "https")).toEqual(["mine", `__Host-${set}; Secure`]);
  await app.close();
});
