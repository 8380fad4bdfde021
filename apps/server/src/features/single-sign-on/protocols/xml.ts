import { parseDomFromString, xpath } from "@node-saml/node-saml/lib/xml.js";

/** What of the document object model is used: an attribute that is missing reads as an empty text. */
export interface XmlNode {
  readonly textContent: string | null;
}
export interface XmlElement extends XmlNode {
  getAttribute(name: string): string | null;
}

const DECLARATION = /^\s*<\?xml [^<>]*\?>/;

/**
 * Parses XML of a provider with the parser that verifies signatures, so that both see the same document. Comments,
 * document types, entities, CDATA sections and processing instructions are refused: providers do not need them, and attackers do.
 */
export const parseXml = async (xml: string): Promise<XmlNode> => {
  const content = xml.replace(/^\uFEFF/, "").replace(DECLARATION, "");
  if (content.includes("<!") || content.includes("<?")) throw new Error("it has comments or declarations");
  return (await parseDomFromString(xml)) as unknown as XmlNode;
};

const selectElements = xpath.selectElements as unknown as (node: XmlNode, path: string) => XmlElement[];

/** Elements by a path of local names, each with its namespace: `samlp:Response/saml:Assertion`. */
const NAMESPACES: Readonly<Record<string, string>> = {
  samlp: "urn:oasis:names:tc:SAML:2.0:protocol",
  saml: "urn:oasis:names:tc:SAML:2.0:assertion",
  md: "urn:oasis:names:tc:SAML:2.0:metadata",
  ds: "http://www.w3.org/2000/09/xmldsig#",
};

const step = (name: string): string => {
  const [prefix = "", local] = name.split(":");
  return `*[local-name()='${local}' and namespace-uri()='${NAMESPACES[prefix]}']`;
};

/** The children that a path leads to. */
export const children = (node: XmlNode, path: string): XmlElement[] =>
  selectElements(node, `./${path.split("/").map(step).join("/")}`);

/** Elements of a local name anywhere, in any namespace. */
export const anywhere = (node: XmlNode, localName: string): XmlElement[] =>
  selectElements(node, `.//*[local-name()='${localName}']`);

export const withAttribute = (node: XmlNode, name: string): XmlElement[] =>
  selectElements(node, `//*[@${name}]`);

/** The text of an element that has nothing else inside. */
export const textOf = (element: XmlElement | undefined): string | undefined => {
  if (!element) return undefined;
  const hasElements = selectElements(element, "./*").length > 0;
  return hasElements ? undefined : (element.textContent ?? "");
};
