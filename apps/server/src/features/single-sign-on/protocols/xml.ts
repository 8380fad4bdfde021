import { parseDomFromString } from "@node-saml/node-saml/lib/xml.js";

/** What of the document object model is used: an attribute that is missing reads as an empty text. */
export interface XmlNode {
  readonly textContent: string | null;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  /** Null of what is no element. */
  readonly localName: string | null;
}
export interface XmlElement extends XmlNode {
  readonly namespaceURI: string | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

const DECLARATION = /^\s*<\?xml [^<>]*\?>/;

/**
 * The verification of signatures selects elements by XPath, which takes time with the square of their number: 2 seconds
 * for 10,000 of them with each path. An answer of a person in 1,000 groups has 1,100.
 */
const MOST = { elements: 2_000, attributes: 4_000, depth: 40 };

/** The start or the end of an element, with at most 60 attributes. */
const TAG =
  /<(?<end>\/?)[^\s<>"'/=]+(?<attributes>(?:\s+[^\s<>"'/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,60})\s*(?<empty>\/?)>/y;
const VALUE = /"[^"]*"|'[^']*'/g;

/** Refuses what the parser and the verification of signatures would take too long for, before they see it. */
const mustBeBounded = (content: string): void => {
  const found = { elements: 0, attributes: 0, depth: 0 };
  for (let at = content.indexOf("<"); at !== -1; at = content.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = at;
    const tag = TAG.exec(content)?.groups;
    if (!tag) throw new Error("it has a tag that cannot be read");
    if (!tag.end) found.elements++;
    if (!tag.empty) found.depth += tag.end ? -1 : 1;
    found.attributes += tag.attributes?.match(VALUE)?.length ?? 0;
    for (const what of ["elements", "attributes", "depth"] as const)
      if (found[what] > MOST[what]) throw new Error(`its ${what} are more than ${MOST[what]}`);
  }
};

/**
 * Parses XML of a provider with the parser that verifies signatures, so that both see the same document. Comments,
 * document types, entities, CDATA sections and processing instructions are refused: providers do not need them, and attackers do.
 */
export const parseXml = async (xml: string): Promise<XmlNode> => {
  const content = xml.replace(/^\uFEFF/, "").replace(DECLARATION, "");
  if (content.includes("<!") || content.includes("<?")) throw new Error("it has comments or declarations");
  mustBeBounded(content);
  return (await parseDomFromString(xml)) as unknown as XmlNode;
};

const NAMESPACES: Readonly<Record<string, string>> = {
  samlp: "urn:oasis:names:tc:SAML:2.0:protocol",
  saml: "urn:oasis:names:tc:SAML:2.0:assertion",
  md: "urn:oasis:names:tc:SAML:2.0:metadata",
};

function* elementsIn(node: XmlNode): Generator<XmlElement> {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.localName !== null) yield child as XmlElement;
}

function* allIn(node: XmlNode): Generator<XmlElement> {
  for (const element of elementsIn(node)) {
    yield element;
    yield* allIn(element);
  }
}

/** The children that a path of local names leads to, each with its namespace: `samlp:Response/saml:Assertion`. */
export const children = (node: XmlNode, path: string): XmlElement[] => {
  let reached: XmlNode[] = [node];
  for (const step of path.split("/")) {
    const [prefix = "", name] = step.split(":");
    reached = reached
      .flatMap((one) => [...elementsIn(one)])
      .filter((one) => one.localName === name && one.namespaceURI === NAMESPACES[prefix]);
  }
  return reached as XmlElement[];
};

/** Elements of a local name anywhere, in any namespace. */
export const anywhere = (node: XmlNode, localName: string): XmlElement[] =>
  [...allIn(node)].filter((element) => element.localName === localName);

export const withAttribute = (node: XmlNode, name: string): XmlElement[] =>
  [...allIn(node)].filter((element) => element.hasAttribute(name));

/** The text of an element that has nothing else inside. */
export const textOf = (element: XmlElement | undefined): string | undefined => {
  if (!element) return undefined;
  const [inside] = elementsIn(element);
  return inside ? undefined : (element.textContent ?? "");
};
