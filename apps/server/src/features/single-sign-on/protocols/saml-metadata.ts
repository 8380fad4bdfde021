import { certificateOf } from "./certificate.ts";
import { anywhere, children, parseXml, type XmlElement } from "./xml.ts";

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const MOST_CERTIFICATES = 20;

/** What of the metadata of a SAML provider a sign-in needs. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly sign_in_url: string;
  readonly sign_out_url: string | null;
  /** In base64, without the lines around it. */
  readonly certificates: string[];
}

const certificatesIn = (role: XmlElement): string[] =>
  children(role, "md:KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => anywhere(key, "X509Certificate"))
    .map((element) => (element.textContent ?? "").replace(/\s+/g, ""));

/** Throws sentences that an admin can act on. */
export const parseMetadata = async (xml: string): Promise<ProviderMetadata> => {
  const document = await parseXml(xml).catch((error: Error) => {
    throw new Error(`This is not the metadata of a SAML provider: ${error.message}.`);
  });
  const providers = anywhere(document, "EntityDescriptor").filter(
    (entity) => children(entity, "md:IDPSSODescriptor").length > 0,
  );
  const [entity, ...others] = providers;
  if (!entity) throw new Error("This is not the metadata of a SAML provider.");
  if (others.length > 0) throw new Error("This metadata has several providers: enter that of one.");
  const issuer = entity.getAttribute("entityID") ?? "";
  const [role] = children(entity, "md:IDPSSODescriptor") as [XmlElement];
  const addressOf = (service: string) =>
    children(role, service)
      .find((one) => one.getAttribute("Binding") === REDIRECT)
      ?.getAttribute("Location") || null;
  const sign_in_url = addressOf("md:SingleSignOnService");
  if (issuer === "") throw new Error("This metadata has no entity id.");
  if (!sign_in_url) throw new Error("This provider has no sign-in address for HTTP-Redirect.");
  const certificates = [...new Set(certificatesIn(role))].slice(0, MOST_CERTIFICATES);
  if (certificates.length === 0)
    throw new Error("This metadata has no certificate to check signatures with.");
  try {
    for (const certificate of certificates) certificateOf(certificate);
  } catch {
    throw new Error("A certificate in this metadata could not be read.");
  }
  return { issuer, sign_in_url, sign_out_url: addressOf("md:SingleLogoutService"), certificates };
};
