declare module "samlp";
