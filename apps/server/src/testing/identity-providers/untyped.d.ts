declare module "oidc-provider";
declare module "samlp";
