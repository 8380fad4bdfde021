import { describe, expect, test } from "vitest";
import { invitationLetter } from "../../features/sign-in/account-letters.ts";
import { SECRET } from "../../testing/test-server.ts";
import { makeSignedLinks } from "../access/secrets/signed-links.ts";
import { button, facts, items, letter, paragraph, parseLetter, storedLetter } from "./letter.ts";
import { type BrandedMessage, envelopeOf } from "./letter-envelope.ts";
import { letterHtml, textOn } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";
import { MessageLink, messageText, portalLink } from "./message-text.ts";

const services = { signedLinks: makeSignedLinks(SECRET), publicUrl: () => "http://portal.test" };
const ACME: BrandedMessage = {
  subject: "Order 1 needs your approval",
  user_id: 3,
  email_version: 0,
  topic: "approvals",
  label: "GoAcme",
  logo: null,
  accent_color: "#8a1c1c",
};
const LINK = portalLink("http://portal.test", "/orders/1");

const written = (parts: Parameters<typeof letter>[1][], message: Partial<BrandedMessage> = {}) => {
  const envelope = envelopeOf(services, { ...ACME, ...message });
  const stored = parseLetter(storedLetter(letter("Pat", ...parts)));
  return { text: letterText(stored, envelope), html: letterHtml(stored, envelope) };
};

describe("a letter", () => {
  test("says the same as text and as HTML, with the label and the color of the company", () => {
    const { text, html } = written([
      paragraph(messageText`Order 1 is pending.`),
      facts({ Site: messageText`Yard 4`, Note: undefined }),
      items([{ text: messageText`10 orders`, link: LINK }], messageText`Yard 5`),
      button("Open the order", LINK),
    ]);
    expect(text).toBe(`Hello Pat,

Order 1 is pending.

Site: Yard 4

Yard 5
- 10 orders
  http://portal.test/?next=%2Forders%2F1

Open the order:
http://portal.test/?next=%2Forders%2F1

GoAcme · Management Control Center
Choose which messages you get: http://portal.test/?next=%2Fprofile
`);
    for (const said of ["Hello Pat,", "Order 1 is pending.", "Site", "Yard 4", "Yard 5", "10 orders"])
      expect(html).toContain(`>${said}<`);
    expect(html).toContain('href="http://portal.test/?next=%2Forders%2F1"');
    expect(html).toContain("background:#8a1c1c;color:#ffffff");
    expect(html).toContain(">GoAcme · Management Control Center<");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).not.toContain("Note");
  });

  test("shows what people typed as text, and only our own links", () => {
    const typed = `<img src=x onerror=alert(1)> "quoted" & 'so' http://evil.test/x`;
    const { html } = written(
      [
        paragraph(messageText`${typed}`),
        facts({ Site: messageText`${typed}` }),
        items([{ text: messageText`${typed}` }, { text: messageText`${typed}`, link: LINK }]),
      ],
      { subject: typed, label: typed, logo: "javascript:alert(1)" },
    );
    expect(html).not.toContain("<img");
    expect(html).not.toContain('"quoted"');
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(["http://portal.test/?next=%2Forders%2F1", "http://portal.test/?next=%2Fprofile"]);
  });

  test("shows a logo that every mail program can load, and no other", () => {
    expect(written([], { logo: "https://cdn.test/logo.png" }).html).toContain(
      '<img src="https://cdn.test/logo.png"',
    );
    expect(written([], { logo: "/theme/logos/acme.svg" }).html).not.toContain("<img");
  });

  test("of a company that is not known is the provider's", () => {
    const { text } = written([], { label: null, accent_color: null, topic: null });
    expect(text).toContain("\nManagement Control Center\nThis message is about the security of your account");
  });

  test("has a button whose words are readable on any color", () => {
    expect(textOn("#ffd400")).toBe("#000000");
    expect(textOn("#1f6feb")).toBe("#ffffff");
    expect(textOn("#000000")).toBe("#ffffff");
  });

  test("that was stored as plain text is shown in paragraphs, with links", () => {
    const stored = parseLetter("Hello Pat,\n\nSite: Yard\nTotal: $5\n\nhttp://portal.test/orders/1\n");
    const envelope = envelopeOf(services, ACME);
    expect(letterText(stored, envelope)).toContain(
      "Hello Pat,\n\nSite: Yard\nTotal: $5\n\nhttp://portal.test",
    );
    expect(letterHtml(stored, envelope)).toContain("Site: Yard<br>Total: $5");
    expect(letterHtml(stored, envelope)).toContain('href="http://portal.test/orders/1"');
  });

  test("that invites an administrator names the company, the username and the link", () => {
    const invited = { name: "Ida", username: "ida", company: "Acme Drilling", by: "Platform Admin" };
    const accept = new MessageLink("http://portal.test", "/reset-password?token=abc");
    const text = letterText(
      invitationLetter("http://portal.test", invited, accept),
      envelopeOf(services, { ...ACME, topic: null }),
    );
    expect(text).toContain("Platform Admin invited you to administer Acme Drilling");
    expect(text).toContain("Username: ida");
    expect(text).toContain("http://portal.test/reset-password?token=abc");
    expect(text).not.toContain("/unsubscribe/");
  });
});
