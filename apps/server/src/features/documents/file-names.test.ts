import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extensionOf, fileNameOf, uniqueNames } from "./file-names.ts";

const named = (document_name: string, content_type = "application/pdf", extension: string | null = null) =>
  fileNameOf({ document_name, content_type, extension });

describe("the name a document is saved as", () => {
  test("is the document's name with the file's own extension, or pdf when there is none (DOC-027)", () => {
    expect(named("Invoice 7.pdf")).toBe("Invoice 7.pdf");
    expect(named("Invoice 7.PDF")).toBe("Invoice 7.PDF");
    expect(named("Invoice 7")).toBe("Invoice 7.pdf");
    expect(named("Spec v1.2")).toBe("Spec v1.2.pdf");
    expect(named("Scan", "image/jpeg", "jpeg")).toBe("Scan.jpeg");
    expect(named("Scan.jpg", "image/jpeg", "jpeg")).toBe("Scan.jpg");
    expect(named("Scan.pdf", "image/jpeg", "jpg")).toBe("Scan.pdf.jpg"); // the real type, not the given one
    expect(named("anything", "application/x-unknown")).toBe("anything.pdf");
    expect(extensionOf("measurements.LOG", "text/plain")).toBe("log");
    expect(extensionOf("page.html", "text/plain")).toBe("txt");
  });

  test("keeps quotes and letters of every language, and nothing that could be a path", () => {
    expect(named('Prüfzeugnis Ø 3″ "A".pdf')).toBe('Prüfzeugnis Ø 3″ "A".pdf');
    expect(named("../../etc/passwd")).toBe("__.._etc_passwd.pdf");
    expect(named("C:\\temp\\x.pdf")).toBe("C:_temp_x.pdf");
    expect(named("a\r\nb\u0000c.pdf")).toBe("a__b_c.pdf");
    expect(named("invoice\u202Efdp.exe")).toBe("invoice_fdp.exe.pdf");
    expect(named(".pdf")).toBe("document.pdf");
    expect(named("...")).toBe("_.pdf");
    expect(named("  ")).toBe("document.pdf");
    expect(Buffer.byteLength(named("漢".repeat(255)))).toBeLessThan(255);
  });

  test("is safe for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 255 }), (name) => {
        const saved = named(name);
        expect(saved).not.toMatch(/[/\\\p{Cc}]/u);
        expect(saved).not.toMatch(/^\./);
        expect(saved).toMatch(/[^.]\.pdf$/i);
        expect(Buffer.byteLength(saved)).toBeLessThan(255);
      }),
    );
  });
});

test("inside a zip every name is there once and fits every system", () => {
  expect(uniqueNames(["a.pdf", "A.pdf", "a.pdf", "a (2).pdf", 'x"y?.pdf', "con.pdf", "console.pdf"])).toEqual(
    ["a.pdf", "A (2).pdf", "a (3).pdf", "a (2) (2).pdf", "x_y_.pdf", "_con.pdf", "console.pdf"],
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a.pdf", "A.PDF", "a (2).pdf", "a (3).pdf", "b?.pdf", "b_.pdf")),
      (names) => {
        const unique = uniqueNames(names).map((name) => name.toLowerCase());
        expect(new Set(unique).size).toBe(names.length);
      },
    ),
  );
});
