import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { displayName } from "@mcc/contract/access/session.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "../../platform/html.ts";
import { bodyLimits } from "../../platform/http/limits/limits.ts";
import { readBody } from "../../platform/http/request-body.ts";
import { acknowledge } from "./acknowledgement.ts";
import * as carts from "./cart.ts";
import { cartBody, QUANTITY_FIELD } from "./cart-page.ts";
import { catalogBody, catalogQuery, pathOf } from "./catalog-page.ts";
import { makeCookies } from "./cookies.ts";
import { signedEvent } from "./events.ts";
import type { StorefrontKeys } from "./keys.ts";
import { type Notice, storefrontPage } from "./layout.ts";
import { orderBody } from "./order-page.ts";
import { pictureOf } from "./pictures.ts";
import { PortalRefusal, portalAt } from "./portal.ts";
import { STOREFRONT_PATH } from "./register.ts";
import type { Shopper } from "./shopper.ts";

const CSS = readFileSync(join(import.meta.dirname, "storefront.css"), "utf8");
const A_DAY = "public, max-age=86400";

/** This process: the storefront calls the portal over the network like every other system. */
const ownAddress = (app: FastifyInstance): string => {
  const { address, family, port } = app.server.address() as AddressInfo;
  const host = address === "::" || address === "0.0.0.0" ? "localhost" : address;
  return `http://${family === "IPv6" && host !== "localhost" ? `[${host}]` : host}:${port}`;
};

const SIGNED_OUT = html`<p>Open the storefront from the portal: go to the list of sites and choose “Login to Ecommerce As” at your site.</p>
<p><a class="button" href="/sites">Go to the sites</a></p>`;

const sendPage = (reply: FastifyReply, parts: Parameters<typeof storefrontPage>[0], status = 200) =>
  reply
    .code(status)
    .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" })
    .type("text/html; charset=utf-8")
    .send(storefrontPage(parts));

const seeOther = (reply: FastifyReply, path: string) =>
  reply.header("cache-control", "no-store").redirect(path, 303);

type Form = Readonly<Record<string, string>>;
const fieldsOf = ({ body }: FastifyRequest): Form => (body ?? {}) as Form;
const given = (request: FastifyRequest) => (request.query ?? {}) as Readonly<Record<string, unknown>>;

/** A whole number of pieces; nothing where it is none. */
const piecesIn = (text: string | undefined, least: number): number | undefined => {
  const pieces = /^\d{1,3}$/.test(text?.trim() ?? "") ? Number(text) : Number.NaN;
  return pieces >= least && pieces <= carts.MOST_PIECES ? pieces : undefined;
};

const failed = (text: string): Notice => ({ kind: "failed", text });
const NOT_A_QUANTITY = failed(`Enter a whole number from 1 to ${carts.MOST_PIECES}.`);

/** What went wrong at the portal, in a sentence for the shopper. */
const sentenceFor = (error: unknown, request: FastifyRequest): string => {
  if (error instanceof PortalRefusal && error.status < 500 && error.message) return error.message;
  request.log.warn({ err: error }, "the storefront could not reach the portal");
  return "The portal cannot be reached. Please try again in a moment.";
};

/** A small shop that lives beside the demo, and knows the portal only through the integration API. */
export const mountStorefront = (app: FastifyInstance, keys: StorefrontKeys): void => {
  app.register(async (shop) => mountPages(shop, app, keys), { prefix: STOREFRONT_PATH });
  app.register(async (shop) => mountEvents(shop, app, keys), { prefix: STOREFRONT_PATH });
};

const mountPages = (shop: FastifyInstance, app: FastifyInstance, { apiKey }: StorefrontKeys): void => {
  const portal = portalAt(() => ownAddress(app), apiKey);
  const cookies = makeCookies(apiKey);
  shop.addContentTypeParser(
    "application/x-www-form-urlencoded",
    async (_request: FastifyRequest, payload: Readable) =>
      Object.fromEntries(new URLSearchParams((await readBody(payload, bodyLimits.open)).toString("utf8"))),
  );
  const cartOf = (request: FastifyRequest, shopper: Shopper): carts.Cart => {
    const kept = cookies.cart.read(request);
    return kept?.shopUser === shopper.shopUser ? kept : carts.emptyCart(shopper);
  };
  const sendSignedOut = (reply: FastifyReply, notice?: Notice) =>
    sendPage(reply, { title: "Sign in", body: SIGNED_OUT, notice }, notice ? 403 : 200);

  const enter = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    try {
      const { ecommerce_username, site, company, user, signed_in_until } = await portal.redeem(token);
      const shopper: Shopper = {
        shopUser: ecommerce_username,
        siteId: site.id,
        site: site.name,
        slug: company.slug_name,
        company: company.name,
        username: user.username,
        name: displayName(user),
      };
      cookies.session.open(reply, shopper, new Date(signed_in_until));
      // The address of the next page is without the token.
      return seeOther(reply, `${STOREFRONT_PATH}/`);
    } catch (error) {
      return sendSignedOut(reply, failed(sentenceFor(error, request)));
    }
  };

  type Page = (request: FastifyRequest, reply: FastifyReply, shopper: Shopper, cart: carts.Cart) => unknown;
  const forShoppers = (handle: Page) => (request: FastifyRequest, reply: FastifyReply) => {
    const shopper = cookies.session.read(request);
    return shopper ? handle(request, reply, shopper, cartOf(request, shopper)) : sendSignedOut(reply);
  };

  shop.get("/", async (request, reply) => {
    const { token } = given(request);
    if (typeof token === "string") return enter(request, reply, token);
    return forShoppers((_request, _reply, shopper, cart) => {
      const { added } = given(request);
      const product = typeof added === "string" ? carts.findProduct(added) : undefined;
      const notice: Notice | undefined = product && {
        kind: "done",
        text: `Added to the cart: ${product.name}`,
      };
      return sendPage(reply, {
        title: "Catalog",
        body: catalogBody(catalogQuery(given(request))),
        shopper,
        cart,
        notice,
      });
    })(request, reply);
  });

  shop.post(
    "/cart/items",
    forShoppers((request, reply, shopper, cart) => {
      const { sku = "", quantity, ...rest } = fieldsOf(request);
      const query = catalogQuery(rest);
      const pieces = piecesIn(quantity, 1);
      const next = pieces && carts.findProduct(sku) ? carts.addItem(cart, sku, pieces) : undefined;
      if (next && typeof next !== "string") {
        cookies.cart.keep(reply, next);
        return seeOther(reply, `${pathOf(query)}&${new URLSearchParams({ added: sku })}`);
      }
      const notice = next ? failed(next) : NOT_A_QUANTITY;
      return sendPage(reply, { title: "Catalog", body: catalogBody(query), shopper, cart, notice }, 400);
    }),
  );

  const sendCart = (reply: FastifyReply, shopper: Shopper, cart: carts.Cart, notice?: Notice) =>
    sendPage(reply, { title: "Cart", body: cartBody(cart), shopper, cart, notice }, notice ? 400 : 200);

  shop.get(
    "/cart",
    forShoppers((_request, reply, shopper, cart) => sendCart(reply, shopper, cart)),
  );

  const placeOrder: Page = async (request, reply, shopper, cart) => {
    if (cart.items.length === 0) return sendCart(reply, shopper, cart, failed("Your cart is empty."));
    const base = `${request.protocol}://${request.host}${STOREFRONT_PATH}/pictures`;
    const order = carts.orderOf(cart, shopper, (sku) => `${base}/${sku}.svg`);
    try {
      const { status } = await portal.placeOrder(shopper.slug, cart.number, order);
      // An order that needs no approval is accepted at once; then there is no event to wait for.
      if (status === "Accepted") {
        await acknowledge(portal, shopper.slug, cart.number).catch((error) => sentenceFor(error, request));
      }
      cookies.cart.keep(reply, carts.nextCart(cart));
      return seeOther(reply, `${STOREFRONT_PATH}/orders/${cart.number}?placed=true`);
    } catch (error) {
      cookies.cart.keep(reply, cart);
      const text = `The order could not be placed. ${sentenceFor(error, request)}`;
      return sendCart(reply, shopper, cart, failed(text));
    }
  };

  shop.post(
    "/cart",
    forShoppers((request, reply, shopper, cart) => {
      const fields = fieldsOf(request);
      const quantities = new Map<string, number>();
      for (const [sku] of cart.items) {
        const pieces = fields.remove === sku ? 0 : piecesIn(fields[QUANTITY_FIELD + sku], 0);
        if (pieces !== undefined) quantities.set(sku, pieces);
      }
      const text = (name: string, most: number) => (fields[name] ?? "").trim().slice(0, most);
      const changed = {
        ...carts.setQuantities(cart, quantities),
        poNumber: text("po_number", carts.TEXT_MAX.poNumber),
        afeNumber: text("afe_number", carts.TEXT_MAX.afeNumber),
        notes: text("notes", carts.TEXT_MAX.notes),
      };
      if (quantities.size < cart.items.length) return sendCart(reply, shopper, changed, NOT_A_QUANTITY);
      if (fields.do === "order") return placeOrder(request, reply, shopper, changed);
      cookies.cart.keep(reply, changed);
      return seeOther(reply, `${STOREFRONT_PATH}/cart`);
    }),
  );

  shop.get(
    "/orders/:identifier",
    forShoppers(async (request, reply, shopper, cart) => {
      const { identifier } = request.params as { identifier: string };
      const order = await portal
        .findOrder(shopper.slug, identifier)
        .catch((error) => sentenceFor(error, request));
      if (typeof order === "string") {
        return sendPage(reply, { title: "Order", body: html``, shopper, cart, notice: failed(order) }, 503);
      }
      // An order of another site is as absent as one that does not exist.
      if (!order || order.site.id !== shopper.siteId) {
        const body = html`<p><a class="button" href="${STOREFRONT_PATH}/">Go to the catalog</a></p>`;
        return sendPage(reply, { title: "There is no such order", body, shopper, cart }, 404);
      }
      const thanks = `Thank you. Your order ${order.identifier} was placed.`;
      const notice: Notice | undefined = given(request).placed ? { kind: "done", text: thanks } : undefined;
      return sendPage(reply, {
        title: `Order ${order.identifier}`,
        body: orderBody(order),
        shopper,
        cart,
        notice,
      });
    }),
  );

  shop.post("/sign-out", async (_request, reply) => {
    cookies.session.clear(reply);
    cookies.cart.clear(reply);
    return seeOther(reply, `${STOREFRONT_PATH}/`);
  });

  shop.get("/storefront.css", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css").send(CSS),
  );
  shop.get("/pictures/:file", async (request, reply) => {
    const { file } = request.params as { file: string };
    const product = carts.findProduct(file.replace(/\.svg$/, ""));
    if (!product) return reply.callNotFound();
    return reply.header("cache-control", A_DAY).type("image/svg+xml").send(pictureOf(product));
  });
};

/** The portal reports here what has become of orders. */
const mountEvents = (
  shop: FastifyInstance,
  app: FastifyInstance,
  { apiKey, eventSecret }: StorefrontKeys,
): void => {
  const portal = portalAt(() => ownAddress(app), apiKey);
  // The signature is over the bytes, so they are not parsed before it is verified.
  shop.removeContentTypeParser("application/json");
  shop.addContentTypeParser("application/json", async (_request: FastifyRequest, payload: Readable) =>
    (await readBody(payload, bodyLimits.open)).toString("utf8"),
  );
  shop.post("/events", async (request, reply) => {
    const event = signedEvent(eventSecret, request.headers, String(request.body));
    if (!event) return reply.code(401).send();
    const { type, company, data } = event;
    // Orders of other systems are acknowledged by those.
    if (type === "order.approved" && data.identifier?.startsWith(carts.NUMBER_PREFIX)) {
      await acknowledge(portal, company, data.identifier);
    }
    return reply.code(204).send();
  });
};
