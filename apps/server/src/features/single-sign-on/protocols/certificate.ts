import { X509Certificate } from "node:crypto";

export const certificateOf = (base64: string): X509Certificate =>
  new X509Certificate(Buffer.from(base64, "base64"));
