import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import {
  deleteCompanyLogo,
  findCompanyTheme,
  updateCompanyTheme,
  uploadCompanyLogo,
} from "@mcc/contract/theme/company-theme.api.ts";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer();
  token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 180, g: 83, b: 9, alpha: 0.5 } } });

const upload = (id: number, file: Buffer) =>
  testServer.call(uploadCompanyLogo, { token, params: { id }, body: { content: file.toString("base64") } });

const problemOf = async (id: number, file: Buffer) => {
  const { status, body } = await upload(id, file);
  return [status, (body as unknown as { content?: string[] }).content?.[0]];
};

test("a platform admin changes label and color; open pages of the company get them, and it is audited there", async () => {
  const companyId = await addCompany(testServer, { themeId: "topaz", accent: "#102030" });
  const user = await addPerson(testServer, companyId);
  const theirs = await tokenFor(testServer, user.username);
  const stream = await openEventStream(testServer, theirs);
  const found = await testServer.call(findCompanyTheme, { token, params: { id: companyId } });
  expect(found.body).toMatchObject({ theme_id: "topaz", accent_color: "#102030", logo: null });
  const changed = await testServer.call(updateCompanyTheme, {
    token,
    params: { id: companyId },
    body: { label: " Topaz Works ", accent_color: "#B45309" },
  });
  expect(changed.body).toMatchObject({ label: "Topaz Works", accent_color: "#b45309" });
  await eventually(() => expect(stream.received).toContain("company"));
  const session = await testServer.call(currentUser, { token: theirs });
  expect(session.body.company).toMatchObject({ label: "Topaz Works", accent_color: "#b45309" });
  const styles = await fetch(`${testServer.address}/theme/styles/topaz.css`);
  expect(await styles.text()).toContain("#b45309");
  expect(await testServer.sql("select action from audit_entries where company_id = $1", [companyId])).toEqual(
    [{ action: "theme.updated" }],
  );
});

test("an invalid label or color is refused on its field, and nothing is changed", async () => {
  const id = await addCompany(testServer);
  const { status, body } = await testServer.call(updateCompanyTheme, {
    token,
    params: { id },
    body: { label: " ", accent_color: "red; } body { display: none" },
  });
  expect([status, body]).toEqual([
    400,
    { label: ["Label field is required"], accent_color: ["Enter a color such as #1f6feb."] },
  ]);
  for (const accent_color of ["#12345", "#1234567", "javascript:1", "#12345g"]) {
    const refused = await testServer.call(updateCompanyTheme, {
      token,
      params: { id },
      body: { accent_color },
    });
    expect(refused.status).toBe(400);
  }
});

test.each(["png", "jpeg", "webp"] as const)(
  "a logo in %s is drawn again as PNG and served as nothing else",
  async (format) => {
    const id = await addCompany(testServer);
    const file = await picture(1200, 300)
      .toFormat(format)
      .withExif({ IFD0: { Copyright: "secret note" } })
      .toBuffer();
    // What follows the picture is not a part of it.
    const { status, body } = await upload(
      id,
      Buffer.concat([file, Buffer.from("<script>alert(1)</script>")]),
    );
    expect(status).toBe(200);
    const answer = await fetch(testServer.address + body.logo);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const served = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(served).metadata()).toMatchObject({ format: "png", width: 640, height: 160 });
    expect(served.includes("script")).toBe(false);
    expect(served.includes("secret note")).toBe(false);
  },
);

test("another logo has another address; without one the word mark is back", async () => {
  const id = await addCompany(testServer, { themeId: "opal" });
  const user = await addPerson(testServer, id);
  const theirs = await tokenFor(testServer, user.username);
  const logoOf = async () => (await testServer.call(currentUser, { token: theirs })).body.company?.logo;
  const first = (await upload(id, await picture(100, 40).png().toBuffer())).body.logo;
  expect(await logoOf()).toBe(first);
  const second = (await upload(id, await picture(120, 40).png().toBuffer())).body.logo;
  expect(second).not.toBe(first);
  expect((await fetch(testServer.address + first)).status).toBe(404);
  const { body } = await testServer.call(deleteCompanyLogo, { token, params: { id } });
  expect(body.logo).toBeNull();
  expect((await fetch(testServer.address + second)).status).toBe(404);
  expect(await logoOf()).toMatch(/^\/theme\/logos\/opal\.svg/);
});

test("a file that is no picture, or too large, is refused with a reason", async () => {
  const id = await addCompany(testServer);
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  expect(await problemOf(id, svg)).toEqual([
    400,
    "SVG files can hold scripts and are not accepted. Save the logo as PNG.",
  ]);
  const gif = await picture(50, 50).gif().toBuffer();
  const png = await picture(50, 50).png().toBuffer();
  const noPictures = [
    gif,
    Buffer.from("%PDF-1.7"),
    Buffer.from("MZ"),
    png.subarray(0, 40),
    png.subarray(0, 8),
  ];
  // The first bytes of a picture, and a script behind them.
  noPictures.push(Buffer.concat([png.subarray(0, 8), Buffer.from("<script>")]));
  for (const file of noPictures) {
    expect(await problemOf(id, file)).toEqual([400, "This is not a PNG, JPEG or WebP picture."]);
  }
  expect(await problemOf(id, await picture(15, 40).png().toBuffer())).toEqual([
    400,
    expect.stringContaining("at least 16 pixels"),
  ]);
  const wide = await picture(4_001, 20).png().toBuffer();
  expect(await problemOf(id, wide)).toEqual([400, expect.stringContaining("at most 4,000")]);
  expect(await problemOf(id, Buffer.concat([png, Buffer.alloc(500_001)]))).toEqual([
    400,
    "The file is too large: at most 500 kB.",
  ]);
  const notBase64 = await testServer.call(uploadCompanyLogo, {
    token,
    params: { id },
    body: { content: "<script>" },
  });
  expect(notBase64.status).toBe(400);
  expect((await testServer.call(findCompanyTheme, { token, params: { id } })).body.logo).toBeNull();
});

test("a small file that unpacks to very many pixels is refused before it is unpacked", async () => {
  const id = await addCompany(testServer);
  const bomb = Buffer.from(await picture(64, 64).png().toBuffer());
  // The header of a PNG: 60,000 × 60,000 pixels.
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect((await problemOf(id, bomb))[0]).toBe(400);
});

test("the theme of a company is for platform admins, and of companies that exist", async () => {
  const id = await addCompany(testServer);
  const admin = await addPerson(testServer, id, { admin: true });
  const theirs = await tokenFor(testServer, admin.username);
  const content = (await picture(32, 32).png().toBuffer()).toString("base64");
  const statuses = async (as: string, company: number) => [
    (await testServer.call(findCompanyTheme, { token: as, params: { id: company } })).status,
    (await testServer.call(updateCompanyTheme, { token: as, params: { id: company }, body: { label: "X" } }))
      .status,
    (await testServer.call(uploadCompanyLogo, { token: as, params: { id: company }, body: { content } }))
      .status,
    (await testServer.call(deleteCompanyLogo, { token: as, params: { id: company } })).status,
  ];
  expect(await statuses(theirs, id)).toEqual([403, 403, 403, 403]);
  expect(await statuses(token, 999_999)).toEqual([404, 404, 404, 404]);
  for (const file of ["1.png", "1-zz.png", "..%2f1.png", `1-${"0".repeat(32)}.png`]) {
    expect((await fetch(`${testServer.address}/theme/company-logos/${file}`)).status).toBe(404);
  }
});
