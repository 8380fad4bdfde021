import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageForm } from "../../testing/dialog-form.ts";
import { click, control, eventually, find, setWidth, texts, toasts } from "../../testing/page-events.ts";
import { configuration, openPlatformPage } from "../../testing/platform-server.ts";
import { refusal } from "../../testing/site-server.ts";
import { ImportNodesPage, ImportSitesPage } from "./import/import-pages.tsx";

const UUID = "00000000-0000-4000-8000-000000000000";
beforeEach(() => void vi.spyOn(crypto, "getRandomValues").mockImplementation((zeros) => zeros));
afterEach(() => vi.restoreAllMocks());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly company: unknown;
  readonly id: unknown;
  readonly file: File;
  /** Ends the request. */
  readonly answer: (status: number, body: object) => void;
  readonly progress: (loaded: number, total: number) => void;
}

/** The browser's request that says how much of a file was sent. */
const watchRequests = (): Sent[] => {
  const sent: Sent[] = [];
  class TestRequest {
    status = 0;
    responseText = "";
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => {};
    onerror = () => {};
    #opened: readonly [string, URL] = ["", new URL("http://localhost/")];
    open(method: string, url: string) {
      this.#opened = [method, new URL(url, "http://localhost/")];
    }
    setRequestHeader() {}
    send(form: FormData) {
      const [method, { pathname }] = this.#opened;
      sent.push({
        method,
        path: pathname.replace("/api", ""),
        company: form.get("company"),
        id: form.get("progress"),
        file: form.get("file") as File,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload();
        },
      });
    }
  }
  vi.stubGlobal("XMLHttpRequest", TestRequest);
  return sent;
};

const PAGES = {
  nodes: {
    Page: ImportNodesPage,
    title: "Import nodes",
    path: "/company-hierarchy/organization-import-nodes/",
    success: "Nodes created successfully",
    failure: "There was an error creating the nodes",
  },
  sites: {
    Page: ImportSitesPage,
    title: "Import Sites",
    path: "/sites/import-sites/",
    success: "Sites created successfully",
    failure: "There was an error creating Sites",
  },
} as const;
type Kind = keyof typeof PAGES;
const KINDS = Object.keys(PAGES) as Kind[];

const progress = vi.fn(() => ({ done: 0, total: 0 }));

const open = async (kind: Kind, has_company_hierarchy: boolean | null = true, none = false) => {
  const found = () =>
    none ? refusal(404, { detail: "Not found." }) : configuration({ has_company_hierarchy });
  openPlatformPage(
    PAGES[kind].Page,
    {
      "GET /mcc-admin/company-configurations/7/": found,
      [`GET /mcc-admin/import-progress/${UUID}/`]: progress,
    },
    { route: `/companies/$companyId/${kind}/upload`, at: `/companies/7/${kind}/upload` },
  );
  await eventually(() => expect(texts("h1")).toEqual([PAGES[kind].title]));
  return watchRequests();
};
const input = () => find<HTMLInputElement>("input[type=file]");
const chooseFile = async (name: string) => {
  await eventually(() => expect(input()).not.toBeNull());
  const file = new File(["name,group,parent\nA,B,\nC,D,\n\n"], name, { type: "text/csv" });
  Object.defineProperty(input(), "files", { value: [file], configurable: true });
  input()?.dispatchEvent(new Event("change", { bubbles: true }));
  await eventually(() => expect(document.body.textContent).toContain(name));
};

test("Import nodes and Import Sites have the same form: a file that is filtered to .csv, and Send (PLAT-047, PLAT-048, PLAT-051)", async () => {
  for (const kind of KINDS) {
    await open(kind);
    expect(texts("header p")).toEqual(["MCC Admin"]);
    await eventually(() => expect(input()?.accept).toBe(".csv"));
    expect(control("Send")).toBeDefined();
    expect(control("Return to companies")?.getAttribute("href")).toBe("/companies");
  }
});

test.each([
  [false, false],
  [null, false],
  [null, true],
])(
  "without a hierarchy (%j; no configuration: %j) the page says so instead (PLAT-041, PLAT-049)",
  async (value, none) => {
    for (const kind of KINDS) {
      await open(kind, value, none);
      await eventually(() =>
        expect(document.body.textContent).toContain("This company does not have hierarchy."),
      );
      expect(find("form")).toBeNull();
      const next = none ? "Create Company configuration" : "Edit Company configuration";
      await eventually(() => expect(control(next)).toBeDefined());
    }
  },
);

test.each(KINDS)("%s: without a file nothing is sent, and the field says why (PLAT-050)", async (kind) => {
  const sent = await open(kind);
  await eventually(() => control("Send") ?? expect.fail());
  await click("Send");
  await eventually(() => expect(pageForm.errors()).toEqual(["You need to select a file"]));
  expect(sent).toEqual([]);
});

test.each(KINDS)(
  "%s: the file is sent with the company, with progress, and a toast says that all were created (PLAT-052, PLAT-053, PLAT-054 partly, PLAT-055 partly)",
  async (kind) => {
    const sent = await open(kind);
    await chooseFile("tree.csv");
    await click("Send");
    await eventually(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: "POST", path: PAGES[kind].path, company: "7" });
    expect(sent[0]?.file.name).toBe("tree.csv");
    sent[0]?.progress(40, 100);
    await eventually(() => expect(texts("[role=status]").join()).toContain("Sending the file: 40 %"));
    sent[0]?.progress(100, 100);
    await eventually(() => expect(texts("[role=status]").join()).toContain("Checking and saving 2 rows …"));
    progress.mockReturnValue({ done: 1_100, total: 1_200 });
    await eventually(() => expect(texts("[role=status]").join()).toContain("1,100 of 1,200 rows prepared."));
    progress.mockReturnValue({ done: 0, total: 0 });
    expect(sent[0]?.id).toBe(UUID);
    await click("Send");
    expect(sent).toHaveLength(1);
    sent[0]?.answer(200, { created: 1_200 });
    await eventually(() => expect(toasts()).toEqual([PAGES[kind].success]));
    await eventually(() => expect(document.body.textContent).toContain(`1,200 ${kind} were created.`));
    expect(document.body.textContent).not.toContain("tree.csv");
  },
);

test.each(KINDS)(
  "%s: what is wrong with a file is told in a toast and listed by row and column (PLAT-054, PLAT-055, PLAT-061 partly)",
  async (kind) => {
    const sent = await open(kind);
    await chooseFile("bad.csv");
    await click("Send");
    await eventually(() => expect(sent).toHaveLength(1));
    sent[0]?.answer(400, {
      ...{ detail: "2 rows have errors. Nothing was imported.", code: "import.rows", request_id: "1" },
      errors: [
        { row: 2, column: "parent", message: "There is no node called “X”." },
        { row: 2, column: "group", message: "There is no group called “Y”." },
        { row: 1_400, column: "name", message: "field is required" },
      ],
    });
    await eventually(() => expect(toasts()).toEqual([PAGES[kind].failure]));
    await eventually(() => expect(texts("tbody tr")).toHaveLength(3));
    expect(texts("tbody tr:nth-child(1) td")).toEqual(["2", "parent", "There is no node called “X”."]);
    expect(texts("tbody tr:nth-child(3) td")).toEqual(["1,400", "name", "field is required"]);
    expect(texts("form [role=alert]").join()).toContain("2 rows have errors. Nothing was imported.");
    expect(control("Download errors")).toBeDefined();
    expect(document.body.textContent).toContain("bad.csv");
    setWidth(390);
    await eventually(() => expect(texts("li span")).toEqual(["Row 2", "Row 2", "Row 1,400"]));
  },
);

test("a file that cannot be read is told on the field", async () => {
  const sent = await open("nodes");
  await chooseFile("picture.csv");
  await click("Send");
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(400, { file: ["This is not a CSV file."] });
  await eventually(() => expect(pageForm.errors()).toEqual(["This is not a CSV file."]));
  expect(toasts()).toEqual(["There was an error creating the nodes"]);
});
