/** Whether companies of this installation are real ones, or tried out on hosts of their own. */
export type Environment = "production" | "test";

const HOST_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = new RegExp(`^(?:${HOST_LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);
/** Leaves room for what hosts begin with. */
const DOMAIN_MAX = 200;
const HOST_MAX = 253;

export const isHost = (host: string): boolean => host.length <= HOST_MAX && HOST.test(host);
export const isDomain = (domain: string): boolean => domain.length <= DOMAIN_MAX && HOST.test(domain);

/** What the hosts of a company begin with. */
const HOSTS = {
  production: { website: "www.", mcc_host: "manager.", ecommerce_url: "shop." },
  test: { website: "www.test.", mcc_host: "manager.test.", ecommerce_url: "shop.test." },
} as const;

/** Where a company is found, from its domain: the website, the host of this product, the storefront. */
export const addressesOf = (domain: string, environment: Environment) => {
  const { website, mcc_host, ecommerce_url } = HOSTS[environment];
  return {
    website: `https://${website}${domain}`,
    mcc_host: `${mcc_host}${domain}`,
    ecommerce_url: `https://${ecommerce_url}${domain}`,
  };
};

/** The domain that a host was made of; nothing where it was not. */
export const domainOf = (host: string | null): string => {
  const { test, production } = HOSTS;
  const start = [test.mcc_host, production.mcc_host].find((one) => host?.startsWith(one));
  return start === undefined ? "" : (host ?? "").slice(start.length);
};

export const SLUG = /^[a-z0-9][a-z0-9-]*$/;
export const SLUG_MAX = 60;

/** "Łódź Mining & Co." → "lodz-mining-co"; empty when nothing of it can be used. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, SLUG_MAX)
    .replace(/-+$/, "");
